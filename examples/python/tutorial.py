# %% [markdown]
# # Named entity recognition with Sagitta
#
# From text in columns to a model that is trained, inspected, saved and used by several threads. Run the file, or open
# it as a notebook: each `# %%` begins a cell.

# %%
import json
import pickle
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import sagitta

out = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(tempfile.mkdtemp())

# %% [markdown]
# ## Data
#
# Each sentence is a list of rows, one per word: here the word and its part of speech. The labels mark entities: `B-PER`
# begins a person, `I-PER` continues it, `O` is no entity. The data is made up; with files of your own, use
# `sagitta.Corpus.read(path, template=...)`.

# %%
rows, labels, template = sagitta.synth("ner", sequences=1200, seed=1)
train_rows, train_labels = rows[:1000], labels[:1000]
dev_rows, dev_labels = rows[1000:], labels[1000:]
print(list(zip(rows[0], labels[0]))[:5])

# %% [markdown]
# ## Features
#
# A template says which columns of which neighbours become attributes. `%x[-1,0]` is column 0 of the word before.
# The alternative is to make features in Python, as lists of dicts.

# %%
print(template.splitlines()[:5])


def features(sentence, i):
    word = sentence[i][0]
    return {
        "word": word.lower(),
        "suffix": word[-3:],
        "capital": word[0].isupper(),
        "before": sentence[i - 1][0].lower() if i > 0 else "<start>",
        "after": sentence[i + 1][0].lower() if i + 1 < len(sentence) else "<end>",
    }


def to_features(sentences):
    return [[features(sentence, i) for i in range(len(sentence))] for sentence in sentences]


# %% [markdown]
# ## Training
#
# With a dev set, training stops when the score no longer improves. `constraints="bio"` rules out labellings such as
# `O I-PER`.

# %%
crf = sagitta.CRF(c2=0.1, constraints="bio", patience=5)
crf.fit(to_features(train_rows), train_labels, X_dev=to_features(dev_rows), y_dev=dev_labels)
print(crf.result_.summary["stopped"], "after", round(crf.history_[-1]["pass"]), "passes")

by_template = sagitta.CRF(template=template, c2=0.1, constraints="bio").fit(train_rows, train_labels)
print("certificate:", by_template.certificate_)

# %% [markdown]
# ## Scores

# %%
scores = crf.evaluate(to_features(dev_rows), dev_labels)
print(f"F1 {scores['all_spans']['f1']:.3f}, with the template", end=" ")
print(f"{by_template.evaluate(dev_rows, dev_labels)['all_spans']['f1']:.3f}")

# %% [markdown]
# ## Inspection
#
# Which weights are large, which attributes spoke for a label, how certain the model is.

# %%
strongest = sorted(crf.state_features_.items(), key=lambda item: -abs(item[1]))[:5]
print(strongest)
sentence = to_features(dev_rows[:1])[0]
print(crf.explain(sentence)[0][crf.predict([sentence])[0][0]])
print(crf.predict_marginals([sentence])[0].max(axis=1).round(2))
print(crf.predict_nbest([sentence], 2)[0])
crf.report(out / "report.html")  # a page with figures

# %% [markdown]
# ## A plot of the training

# %%
try:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot
except ImportError:
    print("matplotlib is not installed: no plot")
else:
    pyplot.plot([r["pass"] for r in crf.history_], [r["objective"] for r in crf.history_], label="objective")
    pyplot.xlabel("passes")
    pyplot.legend()
    pyplot.savefig(out / "training.png")

# %% [markdown]
# ## Saving and serving
#
# A model file, or bytes; any number of threads can share a tagger, and they run at the same time.

# %%
crf.model_.save(out / "ner.model")
tagger = sagitta.Tagger(sagitta.Model.load(out / "ner.model"))
with ThreadPoolExecutor(4) as pool:
    answers = list(pool.map(tagger.tag, to_features(dev_rows)))
assert answers == crf.predict(to_features(dev_rows))
assert pickle.loads(pickle.dumps(crf)).predict([sentence]) == crf.predict([sentence])
print(json.dumps({"words": [row[0] for row in dev_rows[0]], "labels": answers[0]}))
