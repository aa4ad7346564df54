"""The measurements of bench/python. Every contender runs in a process of its own, alternately.

Usage: python_compare.py DATA SENTENCES ROUNDS SETTING [CONTENDER...]
SENTENCES 0: all; SETTING: elastic, l2, or elastic-memory, l2-memory, elastic-lists, l2-lists, encoding
"""

import functools
import gzip
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time

SETTINGS = {"elastic": {"c1": 0.1, "c2": 0.1}, "l2": {"c1": 0.0, "c2": 1.0}}
# Nearly the features of `features` below: one of the case for istitle() and isupper().
TEMPLATE = """u:bias
u:s3=%suffix[0,0,3]
u:s2=%suffix[0,0,2]
u:digit=%all[0,0,digit]
u:low=%lower[0,0]
u:case=%case[0,0]
u:pos=%x[0,1]
u:po=%prefix[0,1,2]
u:-low=%lower[-1,0]
u:-case=%case[-1,0]
u:-pos=%x[-1,1]
u:-po=%prefix[-1,1,2]
u:+low=%lower[1,0]
u:+case=%case[1,0]
u:+pos=%x[1,1]
u:+po=%prefix[1,1,2]
b"""


def read(path, limit):
    sentences, rows = [], []
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            if line.strip():
                rows.append(tuple(line.split()))
            elif rows:
                sentences.append(rows)
                rows = []
    sentences += [rows] if rows else []
    return sentences[:limit] if limit else sentences


def describe(word, pos, prefix=""):
    """Features of a word, as its neighbours and it itself have them."""
    return {
        prefix + "word.lower()": word.lower(),
        prefix + "word.istitle()": word.istitle(),
        prefix + "word.isupper()": word.isupper(),
        prefix + "postag": pos,
        prefix + "postag[:2]": pos[:2],
    }


def features(sentence):
    """Those of sklearn-crfsuite's tutorial."""
    tokens = []
    for i, (word, pos, *_) in enumerate(sentence):
        token = describe(word, pos)
        token.update({"bias": 1.0, "word[-3:]": word[-3:], "word[-2:]": word[-2:], "word.isdigit()": word.isdigit()})
        token.update(describe(*sentence[i - 1][:2], "-1:") if i > 0 else {"BOS": True})
        token.update(describe(*sentence[i + 1][:2], "+1:") if i + 1 < len(sentence) else {"EOS": True})
        tokens.append(token)
    return tokens


def labels(sentence):
    return [row[2] for row in sentence]


EQUAL_LOSS = ", equal loss"  # as many passes as it takes to reach sklearn-crfsuite's loss
# package, whether it takes columns, cores
CONTENDERS = {
    "sklearn-crfsuite": ("sklearn_crfsuite", False, 1),
    "sagitta.sklearn_crfsuite, 1 core": ("sagitta.sklearn_crfsuite", False, 1),
    "sagitta.sklearn_crfsuite, 2 cores": ("sagitta.sklearn_crfsuite", False, 2),
    "sagitta.CRF, dicts, 1 core": ("sagitta", False, 1),
    "sagitta.CRF, dicts, 2 cores": ("sagitta", False, 2),
    "sagitta.CRF, dicts, 1 core" + EQUAL_LOSS: ("sagitta", False, 1),
    "sagitta.CRF, dicts, 2 cores" + EQUAL_LOSS: ("sagitta", False, 2),
    "sagitta.CRF, columns, 1 core": ("sagitta", True, 1),
    "sagitta.CRF, columns, 2 cores": ("sagitta", True, 2),
}


def make(package, columns, cores, setting, limited=False, passes=None):
    """`limited`: only as many iterations as it takes to have all memory allocated."""
    if package == "sagitta":
        import sagitta

        passes = {"passes": 3} if limited else {"passes": passes} if passes else {}
        own = {name: value for name, value in SETTINGS[setting].items() if value > 0}
        template = TEMPLATE if columns else None
        return sagitta.CRF(**own, **passes, template=template, n_jobs=cores, seed=1)
    module = __import__(package, fromlist=["CRF"])
    iterations = 12 if limited else 100
    return module.CRF(
        algorithm="lbfgs", max_iterations=iterations, all_possible_transitions=True, **SETTINGS[setting]
    )


def peak_memory():
    """Of this process, in MB. (ru_maxrss includes that of the parent.)"""
    with open("/proc/self/status") as file:
        return int(re.search(r"VmHWM:\s*(\d+) kB", file.read()).group(1)) / 1024


def seconds(work):
    start = time.perf_counter()
    result = work()
    return time.perf_counter() - start, result


def passes_to(loss, X, y, columns, cores, setting):
    """The least number of passes after which the loss is at most this one."""
    import sagitta

    low, high = 1, 100  # not enough, enough
    while high - low > 1:
        passes = (low + high) // 2
        crf = make("sagitta", columns, cores, setting, passes=passes).fit(X, y)
        low, high = (low, passes) if crf.certificate_["objective"] * len(X) <= loss else (passes, high)
    return high


def run_speed(name, data, limit, setting, loss):
    """Features are made before training, and its time is not counted. "columns" counts it: from the words of a test
    sentence to its labels. `loss`: that of sklearn-crfsuite, if it is known."""
    package, columns, cores = CONTENDERS[name]
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:cores])
    train = read(f"{data}/conll2002-esp.train.tsv.gz", limit)
    test = [[row[:2] for row in s] for s in read(f"{data}/conll2002-esp.testb.tsv.gz", 0)]
    y_test = list(map(labels, read(f"{data}/conll2002-esp.testb.tsv.gz", 0)))
    prepare = (lambda part: [[row[:2] for row in s] for s in part]) if columns else (lambda part: list(map(features, part)))
    X, y, X_test = prepare(train), list(map(labels, train)), prepare(test)
    import warnings

    warnings.simplefilter("ignore")
    passes = passes_to(loss, X, y, columns, cores, setting) if name.endswith(EQUAL_LOSS) else None
    crf = make(package, columns, cores, setting, passes=passes)
    trained, _ = seconds(lambda: crf.fit(X, y))
    crf.predict(X_test[:10])  # opens the model
    tagged, predicted = zip(*(seconds(lambda: crf.predict(X_test)) for _ in range(3)))
    end_to_end, _ = seconds(lambda: crf.predict(prepare(test)))
    import sagitta

    tokens = sum(map(len, y_test))
    loss = crf.certificate_["objective"] * len(X) if package == "sagitta" else crf.training_log_.last_iteration["loss"]
    return {
        "train s": trained,
        "tag tokens/s": tokens / min(tagged),
        "from columns": tokens / (min(tagged) if columns else end_to_end),
        "F1": 100 * sagitta.evaluate(y_test, predicted[0])["all_spans"]["f1"],
        "loss": loss,
    }


def run_memory(name, data, limit, setting, _loss, lists=False):
    """Peak memory of the process, training from generators: the features of one sentence exist at a time.
    `lists`: from lists, as the tutorial does, so that all features exist at the same time."""
    package, columns, cores = CONTENDERS[name]
    train = read(f"{data}/conll2002-esp.train.tsv.gz", limit)
    crf = make(package, columns, cores, setting, limited=True)
    before = peak_memory()
    X = ([row[:2] for row in s] for s in train) if columns else map(features, train)
    X = list(X) if lists else X
    import warnings

    warnings.simplefilter("ignore")
    crf.fit(X, map(labels, train))
    peak = peak_memory()
    return {"peak MB": peak, "of it by training": peak - before}


def write_attributes(data, path):
    with open(path, "w", encoding="utf-8") as file:
        for sentence in read(f"{data}/conll2002-esp.train.tsv.gz", 0):
            for token, label in zip(features(sentence), labels(sentence)):
                names = [f"{k}:{v}" if isinstance(v, str) else f"{k}" for k, v in token.items() if v is not False]
                names = [name.replace("\\", "\\\\").replace(":", "\\:") for name in names]
                file.write("\t".join([label, *names]) + "\n")
            file.write("\n")


def stream(path):
    """The sentences of an attribute file as dicts, one at a time."""
    tokens = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line == "\n":
                yield tokens
                tokens = []
            else:
                label, *names = line.rstrip("\n").split("\t")
                tokens.append((label, {name.replace("\\:", ":").replace("\\\\", "\\"): 1.0 for name in names}))


def run_encoding(way, path):
    """Peak memory of a corpus from a file, and from dicts that are made from the same file."""
    import itertools

    import sagitta

    before = peak_memory()
    if way == "file, 1 thread":
        os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])
    if way.startswith("file"):
        corpus = sagitta.Corpus.read(path, format="attributes")
    else:
        one, two = itertools.tee(stream(path))
        X, y = ([t[1] for t in tokens] for tokens in one), ([t[0] for t in tokens] for tokens in two)
        corpus = sagitta.Corpus.from_sequences(X, y)
    peak = peak_memory()
    return {"peak MB": peak, "of it by reading": peak - before, "items": corpus.size["items"]}


def child(*arguments):
    output = subprocess.run([sys.executable, "-W", "ignore", __file__, "child", *map(str, arguments)], check=True, stdout=subprocess.PIPE)
    return json.loads(output.stdout.splitlines()[-1])


def table(results):
    columns = list(next(iter(results.values()))[0])
    print(f"{'':42}" + "".join(f"{column:>19}" for column in columns))
    for name, values in results.items():
        medians = [statistics.median(value[column] for value in values) for column in columns]
        print(f"{name:42}" + "".join(f"{m:19.2f}" if m < 1000 else f"{m:19.0f}" for m in medians))


def main(data, limit, rounds, setting, only):
    if setting == "encoding":
        compare_encoding(data)
        return
    mode = next((mode for mode in ("memory", "lists") if setting.endswith("-" + mode)), "speed")
    names = only or [name for name in CONTENDERS if mode == "speed" or "2 cores" not in name]
    if mode != "speed" or "sklearn-crfsuite" not in names:
        names = [name for name in names if not name.endswith(EQUAL_LOSS)]
    results = {name: [] for name in names}
    loss = 0.0
    for _ in range(rounds):
        for name in names:
            results[name].append(child(mode, name, data, limit, setting.removesuffix("-" + mode), loss))
            if name == "sklearn-crfsuite":
                loss = results[name][-1].get("loss", loss)
    table(results)


def compare_encoding(data):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "train.txt")
        write_attributes(data, path)
        ways = ("file, 1 thread", "file, all threads", "dicts from generators")
        table({way: [child("encoding", way, path)] for way in ways})


if __name__ == "__main__":
    if sys.argv[1] == "child":
        kind, name, *rest = sys.argv[2:]
        if kind == "encoding":
            print(json.dumps(run_encoding(name, rest[0])))
        else:
            runs = {"speed": run_speed, "memory": run_memory, "lists": functools.partial(run_memory, lists=True)}
            print(json.dumps(runs[kind](name, rest[0], int(rest[1]), rest[2], float(rest[3]))))
    else:
        main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4], sys.argv[5:])
