"""The measurements of bench/python. Every contender runs in a process of its own, alternately.

Usage: python_compare.py DATA SENTENCES ROUNDS (SENTENCES 0: all)
"""

import gzip
import json
import resource
import statistics
import subprocess
import sys
import time

PARAMETERS = {"c1": 0.1, "c2": 0.1}
TEMPLATE = """U0:%x[0,0]
U1:%x[0,1]
U2:%x[-1,0]
U3:%x[-1,1]
U4:%x[1,0]
U5:%x[1,1]
B"""


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
    tokens = []
    for i, (word, pos, _) in enumerate(sentence):
        token = describe(word, pos)
        token.update({"bias": 1.0, "word[-3:]": word[-3:], "word[-2:]": word[-2:], "isdigit": word.isdigit()})
        token.update(describe(*sentence[i - 1][:2], "-1:") if i > 0 else {"BOS": True})
        token.update(describe(*sentence[i + 1][:2], "+1:") if i + 1 < len(sentence) else {"EOS": True})
        tokens.append(token)
    return tokens


def make(name):
    if name == "sklearn-crfsuite":
        import sklearn_crfsuite as package
    elif name == "sagitta.sklearn_crfsuite":
        import sagitta.sklearn_crfsuite as package
    else:
        import sagitta

        jobs = int(name[-1])
        template = TEMPLATE if "columns" in name else None
        return sagitta.CRF(**PARAMETERS, template=template, n_jobs=jobs, seed=1)
    return package.CRF(algorithm="lbfgs", max_iterations=100, all_possible_transitions=True, **PARAMETERS)


def run(name, data, limit):
    train = read(f"{data}/conll2002-esp.train.tsv.gz", limit)
    test = read(f"{data}/conll2002-esp.testb.tsv.gz", 0)
    if "columns" in name:
        X, X_test = ([[row[:2] for row in s] for s in part] for part in (train, test))
    else:
        X, X_test = ([features(s) for s in part] for part in (train, test))
    y, y_test = ([[row[2] for row in s] for s in part] for part in (train, test))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    crf = make(name)
    start = time.perf_counter()
    crf.fit(X, y)
    trained = time.perf_counter()
    predicted = crf.predict(X_test)
    tagged = time.perf_counter()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    import sagitta

    return {
        "train": trained - start,
        "tokens/s": sum(map(len, y_test)) / (tagged - trained),
        "MB": peak / 1024,
        "MB without features": (peak - before) / 1024,
        "F1": sagitta.evaluate(y_test, predicted)["all_spans"]["f1"],
    }


def main(data, limit, rounds):
    names = ["sklearn-crfsuite", "sagitta.sklearn_crfsuite", "sagitta.CRF n_jobs=1", "sagitta.CRF n_jobs=2"]
    names += ["sagitta.CRF, columns, n_jobs=1"]
    results = {name: [] for name in names}
    for _ in range(rounds):
        for name in names:
            command = [sys.executable, __file__, data, str(limit), name]
            output = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
            results[name].append(json.loads(output.splitlines()[-1]))
    print(f"{'':32}  train s  tag tokens/s  peak MB  of it not features      F1")
    for name, values in results.items():
        m = {key: statistics.median(value[key] for value in values) for key in values[0]}
        print(
            f"{name:32} {m['train']:8.2f} {m['tokens/s']:13.0f} {m['MB']:8.0f} {m['MB without features']:19.0f}"
            f" {m['F1']:7.4f}"
        )


if __name__ == "__main__":
    if sys.argv[3].isdigit():
        main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
    else:
        print(json.dumps(run(sys.argv[3], sys.argv[1], int(sys.argv[2]))))
