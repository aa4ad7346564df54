"""Line plots as SVG: panels side by side with one legend below them."""
import math
from dataclasses import dataclass, field
from html import escape

WIDTH, HEIGHT, GAP = 470, 320, 16
LEFT, RIGHT, TOP, BOTTOM = 66, 12, 30, 46
FONT = "font-family=\"'Helvetica Neue', Arial, sans-serif\""


@dataclass
class Axis:
    label: str
    low: float
    high: float
    log: bool = False

    def __post_init__(self):
        if self.log:
            self.low = max(self.low, 1e-12)
            self.high = max(self.high, 1.01 * self.low)
        elif self.high <= self.low:
            self.high = self.low + 1

    def place(self, value):
        """From 0 to 1 on the axis."""
        if self.log:
            return math.log(value / self.low) / math.log(self.high / self.low)
        return (value - self.low) / (self.high - self.low)

    def ticks(self):
        if self.log:
            first, last = math.ceil(math.log10(self.low) - 1e-9), math.floor(math.log10(self.high) + 1e-9)
            every = max(1, (last - first + 1) // 7)
            powers = [10.0**power for power in range(first, last + 1, every)]
            if len(powers) > 1:
                return powers
            steps = (1, 2, 5)
            return [step * 10.0**power for power in range(first - 1, last + 1) for step in steps
                    if self.low <= step * 10.0**power <= self.high]
        step = 10 ** math.floor(math.log10((self.high - self.low) / 4))
        for factor in (1, 2, 5, 10):
            if (self.high - self.low) / (factor * step) <= 6:
                step *= factor
                break
        first = math.ceil(self.low / step - 1e-9)
        return [k * step for k in range(first, int(self.high / step + 1e-9) + 1)]

    @staticmethod
    def text(value):
        if value != 0 and not 0.01 <= abs(value) < 10000:
            return f"1e{round(math.log10(value))}"
        return f"{value:.6g}"


@dataclass
class Curve:
    x: list
    y: list
    color: str
    label: str = ""
    dash: str = ""
    width: float = 1.6
    markers: bool = False

    def extent(self):
        return [value for value in self.y if math.isfinite(value)]

    def draw(self, at):
        points = [at(x, y) for x, y in zip(self.x, self.y) if math.isfinite(x) and math.isfinite(y)]
        points = [point for point in points if point is not None]
        if not points:
            return ""
        dash = f' stroke-dasharray="{self.dash}"' if self.dash else ""
        text = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{self.color}"/>' for x, y in points
                       if self.markers)
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        return text + (f'<polyline points="{line}" fill="none" stroke="{self.color}" stroke-width="{self.width}"'
                       f' stroke-linejoin="round"{dash}/>\n')


@dataclass
class Band:
    x: list
    low: list
    high: list
    color: str
    width: float = 0
    y: list = field(default_factory=list)

    def __post_init__(self):
        self.y = self.high

    def extent(self):
        return [value for value in [*self.low, *self.high] if math.isfinite(value)]

    def draw(self, at):
        lower = [at(x, y) for x, y in zip(self.x, self.low) if math.isfinite(y)]
        upper = [at(x, y) for x, y in zip(self.x, self.high) if math.isfinite(y)]
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in filter(None, lower + upper[::-1]))
        return f'<polygon points="{points}" fill="{self.color}" fill-opacity="0.22" stroke="none"/>\n'


@dataclass
class Panel:
    title: str
    curves: list
    x: Axis
    y: Axis

    def draw(self, left, top, number):
        inner_w, inner_h = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
        x0, y0 = left + LEFT, top + TOP

        def at(x, y):
            if (self.x.log and x <= 0) or (self.y.log and y <= 0):
                return None
            # Far outside is enough: the clip path cuts it.
            across, up = self.x.place(x), min(max(self.y.place(y), -3), 4)
            return x0 + across * inner_w, y0 + (1 - up) * inner_h

        parts = [f'<clipPath id="clip{number}"><rect x="{x0}" y="{y0}" width="{inner_w}" height="{inner_h}"/></clipPath>']
        parts.append(f'<text x="{x0}" y="{top + 19}" font-size="14" font-weight="bold">{escape(self.title)}</text>')
        for value in self.y.ticks():
            y = y0 + (1 - self.y.place(value)) * inner_h
            parts.append(f'<line x1="{x0}" x2="{x0 + inner_w}" y1="{y:.1f}" y2="{y:.1f}" stroke="#e3e6ea"/>'
                         f'<text x="{x0 - 6}" y="{y + 4:.1f}" font-size="11" text-anchor="end">{Axis.text(value)}</text>')
        for value in self.x.ticks():
            x = x0 + self.x.place(value) * inner_w
            parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{y0}" y2="{y0 + inner_h}" stroke="#f0f2f4"/>'
                         f'<text x="{x:.1f}" y="{y0 + inner_h + 15}" font-size="11" text-anchor="middle">'
                         f'{Axis.text(value)}</text>')
        parts.append(f'<text x="{x0 + inner_w / 2}" y="{y0 + inner_h + 34}" font-size="12" text-anchor="middle">'
                     f'{escape(self.x.label)}</text>')
        middle = y0 + inner_h / 2
        parts.append(f'<text x="{left + 14}" y="{middle}" font-size="12" text-anchor="middle" '
                     f'transform="rotate(-90 {left + 14} {middle})">{escape(self.y.label)}</text>')
        parts.append(f'<g clip-path="url(#clip{number})">')
        parts += [curve.draw(at) for curve in self.curves]
        parts.append(f'</g><rect x="{x0}" y="{y0}" width="{inner_w}" height="{inner_h}" fill="none" stroke="#9aa3ad"/>')
        return "\n".join(parts)


def legend(panels, width, top):
    """Rows of line samples; returns the SVG and its height."""
    entries = {}
    for panel in panels:
        for curve in panel.curves:
            if getattr(curve, "label", ""):
                entries.setdefault(curve.label, curve)
    parts, x, y = [], LEFT, top + 16
    for label, curve in entries.items():
        size = 46 + 7.2 * len(label)
        if x + size > width - RIGHT:
            x, y = LEFT, y + 20
        dash = f' stroke-dasharray="{curve.dash}"' if curve.dash else ""
        parts.append(f'<line x1="{x}" x2="{x + 26}" y1="{y - 4}" y2="{y - 4}" stroke="{curve.color}" '
                     f'stroke-width="{max(curve.width, 2)}"{dash}/>'
                     f'<text x="{x + 31}" y="{y}" font-size="12">{escape(label)}</text>')
        x += size
    return "\n".join(parts), y + 12 - top


def figure(panels):
    columns = 1 if len(panels) == 1 else 2
    rows = math.ceil(len(panels) / columns)
    width = columns * WIDTH + (columns - 1) * GAP
    plots = rows * HEIGHT + (rows - 1) * GAP
    body, height = legend(panels, width, plots)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {plots + height:.0f}" '
             f'width="{width}" height="{plots + height:.0f}" {FONT} fill="#3a4048">',
             f'<rect width="{width}" height="{plots + height:.0f}" fill="#ffffff"/>']
    for number, panel in enumerate(panels):
        row, column = divmod(number, columns)
        parts.append(panel.draw(column * (WIDTH + GAP), row * (HEIGHT + GAP), number))
    parts += [body, "</svg>\n"]
    return "\n".join(parts)
