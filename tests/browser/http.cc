// One connection per request, closed by the server or after Content-Length bytes.
#include "browser/http.h"

#include <arpa/inet.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>

namespace sagitta::browser_testing {
namespace {

class Connection {
 public:
  explicit Connection(int port) : socket_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    const timeval limit = {60, 0};
    setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
      close(socket_);
      throw std::runtime_error("cannot connect to chromedriver");
    }
  }
  ~Connection() { close(socket_); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void Send(const std::string& text) const {
    for (std::size_t sent = 0; sent < text.size();) {
      const ssize_t count = send(socket_, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
      if (count <= 0) throw std::runtime_error("cannot send to chromedriver");
      sent += static_cast<std::size_t>(count);
    }
  }
  /// Appends received bytes; false at the end of the stream.
  bool Receive(std::string& text) const {
    char buffer[16384];
    const ssize_t count = recv(socket_, buffer, sizeof buffer, 0);
    if (count < 0) throw std::runtime_error("chromedriver does not answer");
    text.append(buffer, static_cast<std::size_t>(count));
    return count > 0;
  }

 private:
  int socket_;
};

}  // namespace

std::string Request(int port, const std::string& method, const std::string& path,
                    const std::string& body) {
  const Connection connection(port);
  connection.Send(method + " " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n" +
                  "Content-Type: application/json\r\nContent-Length: " +
                  std::to_string(body.size()) + "\r\n\r\n" + body);
  std::string answer;
  std::size_t head = std::string::npos;
  while ((head = answer.find("\r\n\r\n")) == std::string::npos) {
    if (!connection.Receive(answer)) throw std::runtime_error("chromedriver closed early");
  }
  std::string headers = answer.substr(0, head);
  std::transform(headers.begin(), headers.end(), headers.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const std::size_t field = headers.find("content-length:");
  const std::size_t length =
      field == std::string::npos ? SIZE_MAX : std::stoul(headers.substr(field + 15));
  std::string content = answer.substr(head + 4);
  while (content.size() < length && connection.Receive(content)) {
  }
  return content;
}

}  // namespace sagitta::browser_testing
