#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the seeds of the fuzz targets, each named for its oddity: make_seeds.py [FOLDER]"""
import gzip
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent


def event(name="k", category="kernel", ts=0, dur=5, pid=0, tid=7, **args):
    return {"ph": "X", "cat": category, "name": name, "pid": pid, "tid": tid, "ts": ts, "dur": dur, "args": args}


def training(old=False, rocm=False):
    """Three small steps of a loop, in the schema of either generation."""
    runtime, kernel, copy = ("Runtime", "Kernel", "Memcpy") if old else ("cuda_runtime", "kernel", "gpu_memcpy")
    operator, note = ("Operator", "Operator") if old else ("cpu_op", "user_annotation")
    launch = "hipLaunchKernel" if rocm else "cudaLaunchKernel"
    events, correlation = [], 0
    for step in range(3):
        at = step * 1000
        events.append(event(f"ProfilerStep#{step}", note, at, 950, 1, 1))
        events.append(event("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", note, at + 5, 200, 1, 1))
        events.append(event("Optimizer.step#AdamW.step", note, at + 700, 100, 1, 1))
        events.append(event("aten::item", operator, at + 850, 60, 1, 1))
        events.append(event("cudaStreamSynchronize", runtime, at + 855, 50, 1, 1, correlation=0))
        for i, name in enumerate(["ampere_sgemm_128x64_tn", "softmax_warp_forward", "ampere_bf16_s16816gemm_bf16_nn",
                                  "ncclDevKernel_AllReduce_Sum_f32_RING_LL", "kDequantizeBlockwise"]):
            correlation += 1
            events.append(event(operator_name(i), operator, at + 300 + i * 50, 30, 1, 1))
            events.append(event(launch, runtime, at + 305 + i * 50, 6, 1, 1, correlation=correlation,
                                **({"external id": i} if old else {"External id": i})))
            events.append(event(name, kernel, at + 320 + i * 60, 55, 0, "stream 7" if old else 7 + (i == 3),
                                correlation=correlation, device=0, stream=7 + (i == 3), **{"blocks per SM": 0.5 * i}))
        correlation += 1
        events.append(event("cudaMemcpyAsync", runtime, at + 210, 20, 1, 1, correlation=correlation))
        events.append(event("Memcpy HtoD (Pageable -> Device)", copy, at + 215, 30, 0, 7, correlation=correlation,
                            device=0, stream=7, bytes=4096))
    return events


def operator_name(i):
    return ["aten::mm", "aten::softmax", "aten::bmm", "nccl:all_reduce", "aten::linear"][i]


HEADER = {"schemaVersion": 1, "deviceProperties": [{"id": 0, "name": "NVIDIA A100-SXM4-80GB", "numSms": 108,
          "computeMajor": 8, "computeMinor": 0, "totalGlobalMem": 85899345920}],
          "distributedInfo": {"backend": "nccl", "rank": 0, "world_size": 2}, "with_stack": 1}


def text(value):
    return json.dumps(value, indent=1)


def trace_seeds():
    whole = text({**HEADER, "traceEvents": training(), "baseTimeNanoseconds": 1712100000000000000})
    one = json.dumps(event(ts=1.5, correlation=9007199254740993))
    yield "current_schema.json", whole
    yield "old_schema.json", text({**HEADER, "traceEvents": training(old=True)})
    yield "rocm.json", text({**HEADER, "traceEvents": training(rocm=True)})
    yield "header_behind_events.json", text({"traceEvents": training(), **HEADER})
    yield "bare_array.json", text(training()[:8])
    yield "bare_array_without_end.json", text(training()[:8])[:-2] + ","
    yield "byte_order_mark.json", b"\xef\xbb\xbf" + whole[:3000].encode() + b"]}"
    yield "cut_in_event.json", whole[: len(whole) // 2]
    yield "cut_in_string.json", whole[: whole.index("AllReduce") + 4]
    yield "cut_in_escape.json", '{"traceEvents": [' + one + ', {"ph": "X", "name": "a\\'
    yield "unescaped_name.json", '{"traceEvents": [' + one + ', {"ph": "X", "cat": "cpu_op", "name": "load "C:\\Users\\x"", "pid": 1, "tid": 1, "ts": 7, "dur": 2, "args": {"correlation": 4}}, ' + one + "]}"
    yield "lost_brace.json", '{"traceEvents": [' + one + ', {"ph": "X", "name": "half, ' + one + ", " + one + "]}"
    yield "objects_in_args.json", '{"traceEvents": [' + one + ', {"ph": "X", "name": "n", "ts": 1, "args": {"l": [{"name": "a"}, {"ph": "b"}]}}, ' + one + "]}"
    yield "times_that_cannot_be.json", '{"traceEvents": [{"ph":"X","ts":NaN},{"ph":"X","ts":1e400,"dur":1},{"ph":"X","ts":1,"dur":-1},{"ph":"X","ts":"9e18","dur":1},{"ph":"X","ts":1,"dur":9e15},{"ts":1},{"ph":"X"},7,null,[],' + one + "]}"
    yield "broken_utf8.json", b'{"traceEvents": [{"ph":"X","cat":"kernel","name":"\xe9\xff\x01","ts":1,"dur":2,"pid":0,"tid":7},' + one.encode() + b"]}"
    yield "deep_nesting.json", '{"traceEvents": [' + "[{" * 200
    yield "only_separators.json", '{"traceEvents": [' + ",\n" * 50 + "]}"
    yield "text_threads_and_times.json", '{"traceEvents": [{"ph":"X","cat":"Kernel","name":"a\\"\\u00e9","pid":"0","tid":"stream 7","ts":"12","dur":"3.5","args":{"external id":"5"}},{"ph":"M","name":"process_name","args":{"name":"p"}},{"ph":"s","ts":1,"id":3}]}'
    yield "trailing_garbage.json", whole[:-1] + ', "more": [}} ' + "\x00\x01"
    yield "list_of_events_in_the_list.json", "[" + text(training()[:8]) + ", " + one + "]"
    yield "only_closing_braces.json", '{"traceEvents": [' + one + ", " + "{}}}," * 300
    yield "nothing_but_half_events.json", '{"traceEvents": [' + one + ", " + '{"ph":"X",' * 300
    yield "no_trace.json", '{"a": {"b": [1, 2]}}'
    yield "graph_replay.json", text({"traceEvents": [event("cudaGraphLaunch", "cuda_runtime", 0, 9, 1, 1, correlation=5)] +
                                     [event(f"k{i}", "kernel", 20 + i * 10, 8, 0, 7, correlation=5, device=0, stream=7) for i in range(6)]})
    yield "two_ranks_in_one_file.json", text({"traceEvents": [dict(e, pid=e["pid"] + p) for p in (0, 1) for e in training()[:12]]})
    yield "collective_arguments.json", text({"traceEvents": [event("x", "kernel", 1, 9, 0, 7, device=0, stream=7, **{"Collective name": "allreduce", "Group size": 8, "graph node id": 4}), event("Event Sync", "cuda_sync", 2, 4, 0, 7, cuda_sync_kind="Event Sync")]})


def compressed_seeds():
    body = b"some text " * 200
    member = gzip.compress(body, mtime=0)
    yield "one_member.gz", member
    yield "two_members.gz", member + gzip.compress(b"more", mtime=0)
    yield "cut.gz", member[:20]
    yield "damaged.gz", member[:12] + b"\xff\xff" + member[14:]
    yield "garbage_behind.gz", member + b"garbage"
    yield "plain.txt", b"plain"
    yield "empty", b""
    frame = bytes.fromhex("28b52ffd2004210000746578740d7b1f1b"[:34])
    skippable = bytes.fromhex("502a4d1804000000") + b"skip"
    yield "raw_frame.zst", bytes.fromhex("28b52ffd20042100007465787 4".replace(" ", ""))
    yield "cut.zst", frame[:7]
    yield "two_frames.zst", bytes.fromhex("28b52ffd200421000074657874") * 2
    yield "skippable.zst", bytes.fromhex("28b52ffd200421000074657874") + skippable
    yield "skippable_first.zst", skippable + bytes.fromhex("28b52ffd200421000074657874")
    yield "garbage_behind.zst", bytes.fromhex("28b52ffd200421000074657874") + b"ga"
    yield "damaged.zst", bytes.fromhex("28b52ffd2004ff000074657874")


def evidence_seeds():
    header = '{"underfed_evidence":1,"version":"0.1.0","when":"2026-12-01T12:00:00Z"}\n'
    yield "by_hand.json", '{"gpu.counter_busy": 0.35, "loader.workers": 0}'
    yield "by_hand.yaml", "# facts\ngpu:\n  counter_busy: 35 %\nloader.fetch_time: [1, 940 ms]\nkernel.matrix_precision: {fp32: 1, bf16: 2 s}\ntrain.precision:\ntrace.python_stacks: yes\n"
    yield "every_problem.yaml", "gpu.counter_bussy: 1\ngpu.counter_busy: 35\nloader.fetch_time: 3 GiB\ntrace.copies: 1\nkernel.matrix_precision: 3\ntrace.python_stacks: maybe\n"
    yield "alias.yaml", "a: &x [1]\nb: *x\n"
    yield "twice.yaml", "gpu.counter_busy: 0.1\ngpu.counter_busy: 0.2\n"
    yield "deep.yaml", "{a: " * 60
    yield "list.yaml", "[1, 2]"
    yield "saved.evidence", header + "".join(line + "\n" for line in [
        '{"id":"gpu.kernel_busy","scope":"device","of":"0","value":0.44,"interval":[0.4,0.5],"span_s":[0,1],"origin":"kernels that ran","by":"trace","source":"t","where":"w"}',
        '{"id":"loader.fetch_time","scope":"process","value":{"samples":[1,2],"population":5},"origin":"measured on the host"}',
        '{"id":"loader.fetch_time","scope":"process","block":2,"value":{"samples":[3],"population":5}}',
        '{"id":"trace.idle","scope":"device","of":"0","value":[["input wait",1.5],["tail",0]],"origin":"kernels that ran"}',
        '{"id":"trace.copies","scope":"device","of":"0","value":{"columns":["kind","count"],"rows":[["x",1]]},"origin":"kernels that ran"}',
        '{"id":"loader.workers","scope":"run","value":{"value":"0","key":"num_workers","given":"default","default_of":"torch"},"origin":"setting"}',
        '{"id":"gpu.model","scope":"device","of":"0","value":"A100","origin":"given by hand"}',
        '{"id":"trace.python_stacks","scope":"run","value":false}',
        '{"absent":"trace.step_parts","scope":"run","reason":"none","hint":""}'])
    yield "wrong_values.evidence", header + "".join(line + "\n" for line in [
        '{"id":"gpu.kernel_busy","value":44}', '{"id":"gpu.kernel_busy","value":"x"}', '{"id":"no.such","value":1}',
        '{"id":"loader.fetch_time","block":7,"value":{"samples":[3],"population":1}}', '{"id":"trace.copies","value":{"columns":["a"],"rows":[[1,2]]}}',
        '{"id":"trace.idle","value":[["x"]]}', '{"id":"loader.fetch_time","value":{"samples":["x"]}}', "[]", "nonsense"])
    yield "cut.evidence", header + '{"id":"gpu.kernel_busy","scope":"dev'
    yield "every_shape.yaml", ("run.price_by_hour: 2\ntrace.copies:\n- {kind: a, exposed_s: 3 ms, n: 1}\n- {kind: b, exposed_s: 0, n: '2'}\n"
                               "loader.workers: null\ntrain.micro_batch: 4\ntrain.precision: \"BF16\"\ngpu.model: A100\n")
    yield "private.evidence", header + '{"id":"gpu.model","value":"/home/ann/x TOKEN=abcdefghijk","source":"/scratch/ann/x","where":"Bearer abcdefghij"}\n'
    yield "two_recordings.evidence", header + '{"id":"gpu.model","value":"x"}\n' + header + '{"id":"gpu.model","value":"y"}\n'
    yield "second_document.yaml", "gpu.model: x\n---\ngpu.model: y\n"
    yield "surrogate.json", '{"gpu.model": "\\ud83d\\ude00"}'
    yield "deep_line.evidence", header + "[" * 50 + "]" * 50 + "\n"
    yield "wrong_schema.evidence", '{"underfed_evidence":"1"}\n'
    yield "cut_header.evidence", header[:30]
    yield "byte_order_mark.json", '\ufeff{"gpu.counter_busy": 0.3}'
    yield "many_problems.yaml", "".join(f"a{i}: 1\n" for i in range(30))
    yield "stands_already.yaml", "gpu.model: x\ngpu: {model: y}\n"
    yield "no_facts.yaml", "{}"
    yield "empty_values.yaml", "".join(f"{line}\n" for line in [
        "gpu.model: null", "loader.fetch_time: []", "gpu.counter_busy:", "kernel.matrix_precision: {a: -1}",
        "trace.copies: [{exposed_s: soon}]", "trace.collectives: [{a: 1}, {b: 1}]", "trace.idle: {}",
        "train.micro_batch: yes", "train.precision: [1]", "trace.step_time: {a: 1}", "trace.python_stacks: 1"])
    yield "settings.yaml", "data.packing: yes\ntrain.precision: off\nloader.workers: 4\ntrace.python_stacks: no\n"
    yield "blocks.evidence", header + "".join(line + "\n" for line in [
        '{"id":"trace.step_time","value":{"samples":[1],"population":1},"origin":"someone"}',
        '{"id":"trace.step_time","value":{"samples":[1],"population":1},"interval":[2,1]}',
        '{"id":"trace.step_time","value":{"samples":[1],"population":1},"span_s":7,"scope":"run"}',
        '{"id":"trace.step_time","value":{"samples":[1],"population":1},"scope":"galaxy"}',
        '{"id":"trace.step_time","value":{"samples":[1],"population":2}}',
        '{"id":"trace.step_time","block":2,"value":{"samples":[1,2],"population":2}}',
        '{"underfed_evidence":7}', '{"id":5}', '{"id":"gpu.kernel_bussy","value":1}', '{"id":"gpu.kernel_bussy","value":1}'])
    yield "newer.evidence", '{"underfed_evidence":2,"version":"9"}\n'


def sniff_seeds():
    yield "sqlite", b"SQLite format 3\x00rest"
    yield "safetensors", b"\x10\x00\x00\x00\x00\x00\x00\x00{\"__metadata__\":{}}"
    yield "weight_index.json", '{"metadata": {}, "weight_map": {}}'
    yield "execution_trace.json", '{"schema": "1.0", "nodes": []}'
    yield "list_of_lists.json", "[[1, 2], [3]]"
    yield "trace.json", '{"schemaVersion": 1, "traceEvents": []}'
    yield "array.json", '[{"ph": "X", "ts": 1}]'
    yield "trainer_state.json", '{"log_history": []}'
    yield "notebook.json", '{"nbformat": 4, "cell_type": 1}'
    yield "model_config.json", '{"architectures": ["x"]}'
    yield "evidence.json", '{"gpu.counter_busy": 0.3}'
    yield "family.json", '{"gpu": {"counter_busy": 0.3}}'
    yield "evidence.yaml", "gpu.counter_busy: 0.3\n"
    yield "gpu_log.csv", "timestamp, utilization.gpu [%]\n1, 35 %\n"
    yield "training.log", "{'loss': 1.0}\n"
    yield "config.yml", "base_model: x\nlearning_rate: 2e-4\n"
    yield "zip", b"PK\x03\x04rest"
    yield "only_a_byte_order_mark", b"\xef\xbb\xbf"
    yield "zeros", bytes(100)
    yield "spaces", " \n\t"
    yield "words.txt", "hello"
    yield "byte_order_mark.json", b"\xef\xbb\xbf{\"a\": 1}"


def main():
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "seeds"
    for name, seeds in (("chrome_trace", trace_seeds), ("compressed", compressed_seeds), ("evidence", evidence_seeds),
                        ("sniff", sniff_seeds)):
        folder = root / name
        folder.mkdir(parents=True, exist_ok=True)
        for file, content in seeds():
            (folder / file).write_bytes(content if isinstance(content, bytes) else content.encode())


if __name__ == "__main__":
    main()
