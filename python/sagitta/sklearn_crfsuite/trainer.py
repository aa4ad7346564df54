"""A trainer with a short log."""

from __future__ import annotations

from typing import Any

from .. import pycrfsuite


class LinePerIterationTrainer(pycrfsuite.Trainer):
    """Prints a line per iteration and, at the end, a table of the scores on the dev data."""

    def on_iteration(self, log: str, info: dict[str, Any]) -> None:
        parts = ["Iter {num:<3} ", "time={time:<5.2f} ", "loss={loss:<8.2f} "]
        if "active_features" in info:
            parts.append("active={active_features:<5} ")
        if "avg_precision" in info:
            parts.append("precision={avg_precision:0.3f}  recall={avg_recall:0.3f}  ")
            parts.append("F1={avg_f1:0.3f}  ")
        if "item_accuracy_float" in info and "instance_accuracy_float" in info:
            parts.append("Acc(item/seq)={item_accuracy_float:0.3f} {instance_accuracy_float:0.3f}  ")
        if "feature_norm" in info:
            parts.append("feature_norm={feature_norm:<8.2f}")
        print("".join(parts).format(**info).strip())

    def on_optimization_end(self, log: str) -> None:
        last = self.logparser.last_iteration
        if last and last.get("scores"):
            print(_table(last["scores"]))
        super().on_optimization_end(log)


def _table(scores: dict[str, Any]) -> str:
    rows = [("Label", "Precision", "Recall", "F1", "Support")]
    for label, score in sorted(scores.items()):
        measures = [f"{value or 0:.3f}" for value in (score.precision, score.recall, score.f1)]
        rows.append((label, measures[0], measures[1], measures[2], str(score.ref)))
    widths = [max(len(row[k]) for row in rows) for k in range(5)]
    lines = [
        "  ".join([row[0].ljust(widths[0]), *(row[k].rjust(widths[k]) for k in range(1, 5))])
        for row in rows
    ]
    rule = "=" * len(lines[0])
    return "\n".join([rule, lines[0], rule.replace("=", "-"), *lines[1:], rule.replace("=", "-")])
