"""sagitta.Graph: graphs in memory, in files and from columns."""

import itertools
import pickle

import numpy as np
import pytest

import sagitta
from sagitta import CRF, Corpus, Graph, Model, Tagger


def grid(k, rows=2, columns=3):
    """A picture whose labels are its colours, with noise, and pairs of neighbours."""
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    labels = ["sky" if r + (k >> c & 1) < 1 + k % 2 else "sea" if (k + c) % 5 else "sand" for r, c in cells]
    nodes = [{"hue": {"sky": 0.9, "sea": 0.6, "sand": 0.1}[y] + 0.3 * ((k * 7 + i) % 3 - 1), "bias": 1.0}
             for i, y in enumerate(labels)]
    right = [(i, i + 1, "right", {"contrast": abs(nodes[i]["hue"] - nodes[i + 1]["hue"])})
             for i, (_, c) in enumerate(cells) if c + 1 < columns]
    down = [(i, i + columns, "down", ["vertical"]) for i, (r, _) in enumerate(cells) if r + 1 < rows]
    return Graph(nodes, right + down), labels


GRAPHS, Y = map(list, zip(*(grid(k) for k in range(40))))


@pytest.fixture(scope="module")
def crf():
    return CRF(c2=0.05, tolerance=1e-6).fit(GRAPHS, Y)


def as_text(graphs, labels):
    """The same in the format of files, see docs/graphs.md."""
    blocks = []
    for graph, y in zip(graphs, labels):
        lines = ["\t".join([label, *(f"{n}:{v!r}" for n, v in node.items())]) for node, label in zip(graph.nodes, y)]
        for u, v, type, features in graph.edges:
            names = [f"{n}:{x!r}" for n, x in features.items()] if isinstance(features, dict) else features or []
            lines.append("\t".join([f"@edge:{type}", str(u + 1), str(v + 1), *names]))
        lines += ["\t".join(["@labels", str(v + 1), *labels]) for v, labels in graph.allowed.items()]
        lines += [f"@given\t{v + 1}" for v in graph.given]
        blocks.append("\n".join(lines) + "\n")
    return "\n".join(blocks)


def by_enumeration(model, graph):
    """Log Z, node and edge marginals, and the best labels, from the weights by hand."""
    labels, n = model.labels, len(graph)
    node, pair, attributed = model.state_features, model.type_features, model.edge_features

    def score(y):
        total = sum(node.get((name, y[v]), 0) * x for v in range(n) for name, x in graph.nodes[v].items())
        for u, v, type, features in graph.edges:
            total += pair.get((type, y[u], y[v]), 0)
            pairs = features.items() if isinstance(features, dict) else [(name, 1.0) for name in features or []]
            total += sum(attributed.get((type, name, y[u], y[v]), 0) * x for name, x in pairs)
        return total

    possible = [graph.allowed.get(v, labels) for v in range(n)]
    possible = [[graph.given[v]] if v in graph.given else possible[v] for v in range(n)]
    nodes, edges, z, best = np.zeros((n, len(labels))), np.zeros((len(graph.edges), len(labels), len(labels))), 0, None
    for y in itertools.product(*possible):
        s = score(y)
        best = max(best or (s, y), (s, y))
        z += np.exp(s)
        ids = [labels.index(label) for label in y]
        for v, k in enumerate(ids):
            nodes[v, k] += np.exp(s)
        for e, (u, v, _, _) in enumerate(graph.edges):
            edges[e, ids[u], ids[v]] += np.exp(s)
    return np.log(z), nodes / z, edges / z, list(best[1]), best[0] - np.log(z)


@pytest.mark.parametrize("options", [{}, {"allowed": {0: ["sky", "sand"], 4: ["sea"]}}, {"given": {2: "sand"}}])
def test_answers_are_those_of_enumeration(crf, options):
    graph = Graph(GRAPHS[7].nodes, GRAPHS[7].edges, **options)
    tagger = Tagger(crf.model_)
    log_z, nodes, edges, best, log_p = by_enumeration(crf.model_, graph)
    assert tagger.tag(graph) == best and tagger.is_exact(graph)
    np.testing.assert_allclose(tagger.marginals(graph), nodes, rtol=1e-6, atol=1e-12)
    np.testing.assert_allclose(tagger.edge_marginals(graph), edges, rtol=1e-6, atol=1e-12)
    assert tagger.log_probability(graph, best) == pytest.approx(log_p)
    assert tagger.nbest(graph, 2)[0] == (best, pytest.approx(np.exp(log_p)))
    assert tagger.edges(graph)[0][:3] == (0, 1, "right") and "contrast" in tagger.edges(graph)[0][3]


def test_graphs_in_memory_are_those_of_a_file(tmp_path):
    graphs = [Graph(g.nodes, g.edges, allowed={1: ["sky", "sea", "sand"]}, given={0: y[0]}) for g, y in zip(GRAPHS, Y)]
    (tmp_path / "graphs.txt").write_text(as_text(graphs, Y))
    file = Corpus.read(tmp_path / "graphs.txt", symmetric=["right"])
    memory = Corpus.from_sequences(graphs, Y, symmetric=["right"])
    assert memory.size == file.size and memory.edge_types == file.edge_types == ["right", "down"]
    assert memory.size["edges"] == 40 * 7 and memory.size["given"] == 40
    models = [sagitta.train(corpus, c2=0.05).model for corpus in (file, memory)]
    for part in ("state_features", "type_features", "edge_features", "certificate"):
        assert getattr(models[0], part) == getattr(models[1], part)
    pair = models[0].type_features
    assert pair["right", "sky", "sea"] == pair.get(("right", "sea", "sky"), pair["right", "sky", "sea"])
    held_out = memory.held_out(graphs, Y)
    assert held_out.size == memory.size
    scores = sagitta.train(memory, held_out, c2=0.05).history[-1]["dev_score"]
    assert scores == sagitta.train(file, file.read_held_out(tmp_path / "graphs.txt"), c2=0.05).history[-1]["dev_score"]


def test_all_forms_of_edges_are_the_same():
    nodes = [["a"], ["b"], ["c"]]
    expected = Graph(nodes, [(0, 1, "x", None), (1, 2, "x", None), (2, 0, "y", {"f": 2.0})])
    assert expected == Graph(nodes, {"x": np.array([[0, 1], [1, 2]]), "y": [(2, 0, {"f": 2.0})]})
    assert expected == Graph(iter(nodes), iter([[0, 1, "x"], (np.int32(1), 2, "x"), (2, 0, "y", {"f": 2.0})]))
    assert Graph(nodes, np.array([[0, 1]])) == Graph(nodes, [(0, 1)]) == Graph(nodes, [(0, 1, "")])
    assert Graph(nodes, []) != Graph(nodes) and repr(Graph(nodes)) == "<Graph: 3 nodes, a chain>"
    dense = np.array([[1.0, 0], [0, 2.0]])
    assert Graph(dense, [], feature_names=["p", "q"]).nodes == [{"p": 1.0}, {"q": 2.0}]
    sparse = pytest.importorskip("scipy.sparse")
    assert Graph(sparse.csr_matrix(dense), []).nodes == [{"0": 1.0}, {"1": 2.0}]


def test_a_chain_as_a_graph_is_a_chain():
    X = [g.nodes for g in GRAPHS]
    chains = CRF(c2=0.05, tolerance=1e-6).fit(X, Y)
    assert CRF(c2=0.05, tolerance=1e-6).fit([Graph(x) for x in X], Y).model_.to_bytes() == chains.model_.to_bytes()
    edges = [(t, t + 1) for t in range(5)]
    graphs = CRF(c2=0.05, tolerance=1e-6).fit([Graph(x, edges) for x in X], Y)
    for key, weight in chains.state_features_.items():
        assert graphs.state_features_[key] == pytest.approx(weight, abs=2e-3)
    assert graphs.transition_features_.keys() == chains.transition_features_.keys()
    both = Tagger(chains.model_)
    assert both.tag(Graph(X[3], edges)) == both.tag(X[3])
    np.testing.assert_allclose(both.edge_marginals(X[3]), both.edge_marginals(Graph(X[3], edges)), atol=1e-9)
    forced = both.tag(Graph(X[3], given={2: "sand"}))
    assert forced[2] == "sand" and forced == both.tag_given(X[3], [None, None, "sand", None, None, None])
    assert both.tag(Graph(X[3], allowed={2: ["sand"]})) == forced
    assert both.edge_marginals([]).shape == both.edge_marginals(X[3][:1]).shape == (0, 3, 3)


def test_given_labels_are_not_scored_and_need_not_be_in_y(crf):
    given = [Graph(g.nodes, g.edges, given={v: y[v] for v in range(5)}) for g, y in zip(GRAPHS, Y)]
    assert crf.evaluate(given, Y)["tokens"] == len(given)
    assert crf.evaluate(iter(given), iter(Y)) == crf.model_.evaluate(given, Y)
    everything = [Graph(g.nodes, g.edges, given=dict(enumerate(y))) for g, y in zip(GRAPHS[:1], Y)]
    assert crf.evaluate(everything + given[1:], Y)["tokens"] == len(given) - 1
    without = [[None] * 5 + y[5:] for y in Y]
    assert CRF(c2=0.1).fit(given, without).model_.to_bytes() == CRF(c2=0.1).fit(given, Y).model_.to_bytes()
    with pytest.raises(ValueError, match="node 0 has the given label 'sky', but the label 'sea' in y"):
        CRF().fit([Graph(GRAPHS[0].nodes, [], given={0: "sky"})], [["sea"] * 6])
    with pytest.raises(ValueError, match="found a label of type NoneType"):
        CRF().fit(GRAPHS[:1], [[None] * 6])


@pytest.mark.parametrize(
    "make, message",
    [
        (lambda n: Graph(n, [(0, 3)]), "there is no node 3: the graph has 3, counted from 0"),
        (lambda n: Graph(n, [(-1, 2)]), "there is no node -1"),
        (lambda n: Graph(n, [(0, 0.5)]), "found 0.5 as a node"),
        (lambda n: Graph(n, [0]), r"found the edge 0, expected \(from, to\), "),
        (lambda n: Graph(n, [(0, 1, "x", {}, 5)]), "found the edge"),
        (lambda n: Graph(n, {"x": [(0, 1, "y", {})]}), r"expected \(from, to\) or \(from, to, features\)"),
        (lambda n: Graph(n, [], allowed={5: ["P"]}), "there is no node 5"),
        (lambda n: Graph(n, [], given={"0": "P"}), "found '0' as a node"),
        (lambda n: Graph("abc", []), "nodes of a graph are one string"),
    ],
)
def test_graphs_that_cannot_be(make, message):
    with pytest.raises(sagitta.Error, match=message):
        make([["a"], ["b"], ["c"]])


@pytest.mark.parametrize(
    "graph, y, message",
    [
        (Graph([["a"], ["b"]], [(0, 0)]), ["P", "Q"], "cannot join a node to itself"),
        (Graph([["a"], ["b"]], [(0, 1), (1, 0)]), ["P", "Q"], "edge"),
        (Graph([["a"], ["b"]], [(0, 1, "x\ty")]), ["P", "Q"], "TAB"),
        (Graph([["a"], ["b"]], [(0, 1, 7)]), ["P", "Q"], "found a type of an edge of type int"),
        (Graph([["a"], ["b"]], [(0, 1, "x", "word")]), ["P", "Q"], "the features of edge 1 are one string"),
        (Graph([["a"], ["b"]], [(0, 1, "x", {"v": float("nan")})]), ["P", "Q"], "'v' is not a finite number"),
        (Graph([["a"], ["b"]], [], allowed={0: []}), ["P", "Q"], "no label is left"),
        (Graph([["a"], ["b"]], [], allowed={0: ["Q"]}), ["P", "Q"], "label"),
        (Graph([["a"], ["b"]], []), ["P"], "found 1 labels for a sequence of 2 tokens"),
        (Graph([["a"], "b"], []), ["P", "Q"], "token 2 is a string"),
    ],
)
def test_graphs_that_are_refused_where_they_are_used(graph, y, message):
    with pytest.raises(ValueError, match=message):
        Corpus.from_sequences([graph], [y])
    assert len(Corpus.from_sequences([[["a"], ["b"]]], [["P", "Q"]])) == 1  # the next one is read as usual


def test_estimators_take_graphs(crf):
    selection = pytest.importorskip("sklearn.model_selection")
    copy = pickle.loads(pickle.dumps(crf))
    assert copy.predict(GRAPHS) == crf.predict(GRAPHS)
    assert pickle.loads(pickle.dumps(GRAPHS[3])) == GRAPHS[3]
    assert selection.cross_val_score(CRF(c2=0.1, symmetric="right"), GRAPHS, Y, cv=2).mean() > 0.7
    search = selection.GridSearchCV(CRF(inference="tree"), {"inference": ["junction", "trw"]}, cv=2)
    assert search.fit(GRAPHS, Y).best_params_["inference"] in ("junction", "trw")
    assert CRF(c2=0.05, tolerance=1e-6).fit(iter(GRAPHS), iter(Y)).model_.to_bytes() == crf.model_.to_bytes()
    two = CRF(c2=0.05, tolerance=1e-6, n_jobs=2).fit(GRAPHS, Y)
    assert two.model_.to_bytes() == crf.model_.to_bytes()
    for one, other in zip(two.predict_edge_marginals(GRAPHS), crf.predict_edge_marginals(GRAPHS)):
        assert np.array_equal(one, other)


def test_models_of_graphs_are_inspected_and_saved(crf, tmp_path):
    assert ("right", "sky", "sky") in crf.model_.type_features
    assert ("right", "contrast", "sky", "sea") in crf.model_.edge_features
    assert crf.transition_features_ == {} and "hue" in crf.attributes_ and "hue" in crf._repr_html_()
    assert {name for name, _ in crf.explain(GRAPHS[0])[0]["sky"]} == {"hue", "bias"}
    crf.report(tmp_path / "page.html")
    assert "hue" in (tmp_path / "page.html").read_text()
    crf.model_.save(tmp_path / "m")
    assert Model.load(tmp_path / "m").tag(GRAPHS[5]) == crf.predict(GRAPHS[5:6])[0]
    for form in ("crfsuite", "wapiti", "crfpp"):
        with pytest.raises(sagitta.Error):
            crf.model_.to_bytes(form)
    (tmp_path / "rules").write_text("forbid sky sand\n")
    with pytest.raises(sagitta.Error, match="constraints are for chains"):
        Tagger(crf.model_, constraints=str(tmp_path / "rules")).tag(GRAPHS[0])


def test_inexact_inference_says_so():
    crf = CRF(c2=0.1, inference="trw").fit(GRAPHS, Y)
    tagger = Tagger(crf.model_)
    assert not tagger.is_exact(GRAPHS[0]) and crf.model_.settings["inference"] == "trw"
    assert crf.score(GRAPHS, Y) > 0.7
    with pytest.raises(sagitta.Error, match="exact inference"):
        tagger.nbest(GRAPHS[0], 2)


ROWS = [[("Anna", "2"), ("sees", "0"), ("Anna", "2")], [("dogs", "2"), ("bark", "0")]] * 10
TAGS = [["N", "V", "N"], ["N", "V"]] * 10
TEMPLATE = "U:%x[0,0]\nE:tree h=%from[0,0]\n"


def test_structure_makes_edges_of_columns(tmp_path):
    text = "".join("".join(" ".join((*r, y)) + "\n" for r, y in zip(*s)) + "\n" for s in zip(ROWS, TAGS))
    (tmp_path / "train").write_text(text)
    words = {"template": TEMPLATE, "structure": "chain+tree:1+skip:0"}
    corpus = Corpus.from_columns(ROWS, TAGS, **words)
    assert set(corpus.edge_types) == {"chain", "tree", "skip"}
    file = Corpus.read(tmp_path / "train", **words)
    expected = sagitta.train(file, c2=0.1).model
    assert sagitta.train(corpus, c2=0.1).model.type_features == expected.type_features
    crf = CRF(c2=0.1, **words).fit(ROWS, TAGS, X_dev=ROWS, y_dev=TAGS)
    assert crf.history_[-1]["dev_score"] == 1 and crf.predict(ROWS) == TAGS
    assert crf.set_params(n_jobs=2).predict(ROWS * 20) == TAGS * 20
    tagger = Tagger(expected)
    assert sorted(edge[:3] for edge in tagger.edges(ROWS[0])) == [
        (0, 1, "chain"), (0, 2, "skip"), (1, 0, "tree"), (1, 2, "chain"), (1, 2, "tree"),
    ]  # fmt: skip
    assert tagger.edge_marginals(ROWS[0]).shape == (5, 2, 2)
    assert tagger.tag_given(ROWS[1], ["N", None]) == ["N", "V"]
    assert tagger.log_probability(ROWS[1], ["N", "V"]) > -1
    with pytest.raises(ValueError, match="'structure' makes edges of columns"):
        tagger.tag(Graph([["a"]], []))
    with pytest.raises(ValueError, match="structure makes edges of columns, which need a template"):
        CRF(structure="chain").fit(GRAPHS, Y)


CONLLU = "".join(
    f"1\t{a}\t_\tNOUN\t_\t_\t2\tsubj\t_\t_\n2\t{b}\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n"
    for a, b in (("dogs", "bark"), ("cats", "sleep"))
)


def test_models_of_conllu_tag_rows_of_their_columns(tmp_path):
    (tmp_path / "t.conllu").write_text(CONLLU * 5)
    corpus = Corpus.read(tmp_path / "t.conllu", template="U:%x[0,0]\nB", columns=["form", "upos"])
    model = sagitta.train(corpus, c2=0.1).model
    assert model.tag([("dogs",), ("sleep",)]) == ["NOUN", "VERB"]
    assert Tagger(model, threads=2).tag_all([[("cats",), ("bark",)]] * 40) == [["NOUN", "VERB"]] * 40
    assert len(corpus.held_out([[("dogs",), ("bark",)]], [["NOUN", "VERB"]])) == 1


def test_threads_share_a_tagger_of_graphs(crf):
    from concurrent.futures import ThreadPoolExecutor

    tagger = Tagger(crf.model_)
    expected = [(tagger.tag(g), tagger.edge_marginals(g).tolist()) for g in GRAPHS] * 5
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda g: (tagger.tag(g), tagger.edge_marginals(g).tolist()), GRAPHS * 5)) == expected
