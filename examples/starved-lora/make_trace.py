#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes trace.json.gz: what PyTorch's profiler would record of a LoRA run that waits for its loader.

The run is played on a small model of a host and a device (README.md says which run it is), with a
fixed seed: the same Python and zlib give the same bytes. Nothing but the standard library is used.
"""
import argparse
import gzip
import random
from pathlib import Path

FIRST_STEP, LAST_STEP = 3, 14
PID, AUTOGRAD_TID, STREAM = 8113, 8250, 7
BASE_NS = 1_759_300_074_000_000_000  # baseTimeNanoseconds
START_NS = 6_322_354_262_100_000  # since then
QUEUE = 1022  # launches that the driver takes before a call has to wait

# The model: Llama 3.1 8B; LoRA of rank 16 on q_proj and v_proj, kept in fp32 by PEFT.
LAYERS, HIDDEN, KV, MLP, VOCAB, RANK = 32, 4096, 1024, 14336, 128256, 16
TOKENS = 4096  # one packed row a micro-batch
BF16_FLOPS, FP32_FLOPS, ATTENTION_FLOPS, BYTES_PER_S = 203e12, 12.5e12, 187e12, 1.45e12

BF16_GEMM = {
    'tn': 'ampere_bf16_s16816gemm_bf16_128x256_ldg8_f2f_stages_64x3_tn',
    'nn': 'ampere_bf16_s16816gemm_bf16_256x128_ldg8_f2f_stages_64x3_nn',
}
FP32_GEMM = {'tn': 'ampere_sgemm_128x64_tn', 'nn': 'ampere_sgemm_64x64_nn',
             'nt': 'ampere_sgemm_32x128_nt'}
FLASH_TRAITS = ('Flash_{}_kernel_traits<128, {}, cutlass::bfloat16_t, '
                'Flash_kernel_traits<128, {}, cutlass::bfloat16_t> >')
FLASH_FWD = ('void flash::flash_fwd_kernel<' +
             FLASH_TRAITS.format('fwd', '128, 64, 4, false, false', '128, 64, 4') +
             ', false, true, false, false, false, true, false>(flash::Flash_fwd_params)')
FLASH_BWD = ('void flash::flash_bwd_dq_dk_dv_loop_seqk_parallel_kernel<' +
             FLASH_TRAITS.format('bwd', '64, 128, 8, 2, 4, 2, false, false', '64, 128, 8') +
             ', false, true, false, false, false, true, false>(flash::Flash_bwd_params)')
FLASH_DOT = ('void flash::flash_bwd_dot_do_o_kernel<true, ' +
             FLASH_TRAITS.format('bwd', '64, 128, 8, 2, 4, 2, false, false', '64, 128, 8') +
             '>(flash::Flash_bwd_params)')
FLASH_DQ = ('void flash::flash_bwd_convert_dq_kernel<' +
            FLASH_TRAITS.format('bwd', '64, 128, 8, 2, 4, 2, false, false', '64, 128, 8') +
            '>(flash::Flash_bwd_params, int)')
ADD = ('void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<'
       'c10::BFloat16>, at::detail::Array<char*, 3> >(int, at::native::CUDAFunctor_add<'
       'c10::BFloat16>, at::detail::Array<char*, 3>)')
CAST = ('void at::native::unrolled_elementwise_kernel<at::native::direct_copy_kernel_cuda('
        'at::TensorIteratorBase&)::{lambda()#3}::operator()() const::{lambda()#7}::operator()() '
        'const::{lambda(float)#1}, at::detail::Array<char*, 2>, TrivialOffsetCalculator<1, unsigned '
        'int>, TrivialOffsetCalculator<1, unsigned int>, at::native::memory::LoadWithCast<1>, '
        'at::native::memory::StoreWithCast<1> >(int, ...)')
NOT_EQUAL = ('void at::native::vectorized_elementwise_kernel<4, at::native::(anonymous namespace)::Compare'
             'EqFunctor<float>, at::detail::Array<char*, 3> >(int, at::native::(anonymous namespace)::'
             'CompareEqFunctor<float>, at::detail::Array<char*, 3>)')
EMBEDDING = ('void at::native::(anonymous namespace)::indexSelectLargeIndex<c10::BFloat16, long, '
             'unsigned int, 2, 2, -2, true>(at::cuda::detail::TensorInfo<c10::BFloat16, unsigned '
             'int>, long)')
REDUCE = ('void at::native::reduce_kernel<512, 1, at::native::ReduceOp<bool, at::native::func_wrapper_t'
          '<bool, at::native::or_kernel_cuda(at::TensorIterator&)::{lambda()#1}>, unsigned int, bool, '
          '4> >(at::native::ReduceOp<bool, 4>)')
NORM = ('void at::native::(anonymous namespace)::multi_tensor_apply_kernel<at::native::(anonymous '
        'namespace)::TensorListMetadata<1>, at::native::(anonymous namespace)::LpNormFunctor<float, '
        '(at::native::NormType)1, float, 1, 1, 0>, float*, int>')
CLIP = ('void at::native::(anonymous namespace)::multi_tensor_apply_kernel<at::native::(anonymous '
        'namespace)::TensorListMetadata<1>, at::native::(anonymous namespace)::BinaryOpScalarTensor'
        'Functor<float, 1, 1, 0>, std::multiplies<float>, float*, float>')
ADAM = ('void at::native::(anonymous namespace)::multi_tensor_apply_kernel<at::native::(anonymous '
        'namespace)::FusedOptimizerTensorListMetadata<4>, at::native::(anonymous namespace)::FusedAdam'
        'MathFunctor<float, 4, (at::native::ADAM_MODE)1, false>, float const*, double, double, double, '
        'double, double, bool, float*, float*>')


class Machine:
    """A host whose threads take turns, and a device that runs one stream in order."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.now, self.free = START_NS, 0
        self.starts = []  # of all operations, to know how many are ahead
        self.tid, self.ids, self.correlation = PID, 0, 21_304
        self.ops, self.work = [], []  # the events' text: operators; calls with what they launched

    def vary(self, mean_ns, share=0.05):
        return max(32, int(mean_ns * (1 + share * (2 * self.random.random() - 1))) // 32 * 32)

    def host(self, mean_us):
        self.now += self.vary(mean_us * 1000, 0.25)

    def begin(self):
        self.ids += 1
        return self.ids, self.now

    def end(self, begun, name, category='cpu_op', shapes=None):
        number, start = begun
        extra = f', {shapes}' if shapes else ''
        self.ops.append((start, event(category, name, PID, self.tid, start, self.now - start,
                                      f'"External id": {number},"Record function id": 0{extra}, '
                                      f'"Ev Idx": {number}')))

    def call(self, name, start, category='cuda_runtime', cbid=211):
        self.correlation += 1
        self.work.append(event(category, name, PID, self.tid, start, self.now - start,
                               f'"External id": {self.ids}, "cbid": {cbid}, '
                               f'"correlation": {self.correlation}'))
        return self.correlation

    def put(self, name, category, duration, arrives, args):
        """Places work on the stream; the launching call comes next, so its id is known."""
        start = max(self.free + 992, arrives) // 32 * 32
        self.free = start + duration
        self.starts.append(start)
        number = self.correlation + 1
        queued = '"queued": 0, ' if category == 'kernel' else ''
        self.work.append(event(category, name, 0, STREAM, start, duration,
                               f'"External id": {self.ids}, {queued}"device": 0, "context": 1, '
                               f'"stream": {STREAM}, "correlation": {number}, {args}'))
        self.work.append(flow('f', number, 0, STREAM, start))

    def launch(self, name, seconds, blocks, call='cudaLaunchKernel'):
        called = self.now
        if len(self.starts) >= QUEUE:
            self.now = max(self.now, self.starts[-QUEUE])
        arrives = self.now + self.vary(6_400)
        self.now += self.vary(4_600, 0.3)
        per_sm = blocks / 108
        self.put(name, 'kernel', self.vary(seconds * 1e9, 0.01), arrives,
                 '"registers per thread": 128, "shared memory": 98304, '
                 f'"blocks per SM": {per_sm:.6f}, "warps per SM": {4 * per_sm:.6f}, '
                 f'"grid": [{blocks}, 1, 1], "block": [128, 1, 1], '
                 '"est. achieved occupancy %": 25')
        category = 'cuda_driver' if call.startswith('cu') and call[2].isupper() else 'cuda_runtime'
        number = self.call(call, called, category)
        self.work.append(flow('s', number, PID, self.tid, called))

    def copy(self, name, size, seconds):
        """A copy whose call returns when it is done: what pageable memory does."""
        called = self.now
        duration = self.vary(seconds * 1e9, 0.03)
        self.put(name, 'gpu_memcpy', duration, self.now + self.vary(7_000),
                 f'"bytes": {size}, "memory bandwidth (GB/s)": {size / duration:.6f}')
        self.now = self.free + self.vary(3_000)
        number = self.call('cudaMemcpyAsync', called, cbid=41)
        self.work.append(flow('s', number, PID, self.tid, called))
        self.synchronize()

    def synchronize(self):
        called = self.now
        self.now = max(self.now, self.free) + self.vary(2_500)
        self.call('cudaStreamSynchronize', called, cbid=131)


def us(ns):
    return f'{ns // 1000}.{ns % 1000:03d}'


def event(category, name, pid, tid, start, duration, args):
    return (f'  {{\n    "ph": "X", "cat": "{category}", "name": "{name}", "pid": {pid}, "tid": {tid},\n'
            f'    "ts": {us(start)}, "dur": {us(duration)},\n'
            f'    "args": {{\n      {args}\n    }}\n  }}')


def flow(phase, number, pid, tid, at):
    end = ', "bp": "e"' if phase == 'f' else ''
    return (f'  {{\n    "ph": "{phase}", "id": {number}, "pid": {pid}, "tid": {tid}, "ts": {us(at)},\n'
            f'    "cat": "ac2g", "name": "ac2g"{end}\n  }}')


def shapes(*dims):
    types = ', '.join('"c10::BFloat16"' for _ in dims)
    return f'"Input type": [{types}], "Input Dims": [{", ".join(str(list(d)) for d in dims)}]'


class Training:
    """HF Trainer with a DataLoader in the training process, as the profiler sees it."""

    def __init__(self, machine):
        self.m = machine

    def kernel(self, op, name, seconds, blocks=2048, call='cudaLaunchKernel', dims=None):
        begun = self.m.begin()
        self.m.host(6)
        self.m.launch(name, seconds, blocks, call)
        self.m.host(2)
        self.m.end(begun, op, shapes=dims)
        self.m.host(3)

    def triton(self, name, moved_bytes):
        """A Triton kernel of Liger: no ATen operator above it."""
        self.m.host(18)
        self.m.launch(name, moved_bytes / BYTES_PER_S, TOKENS, 'cuLaunchKernel')

    def gemm(self, rows_in, rows_out, layout='tn', op='aten::mm'):
        flops = 2 * TOKENS * rows_in * rows_out
        self.kernel(op, BF16_GEMM[layout], flops / BF16_FLOPS, TOKENS * rows_out // 32768,
                    dims=shapes((TOKENS, rows_in), (rows_in, rows_out)))

    def small_gemm(self, rows_in, rows_out, layout):
        """LoRA's own products: in fp32, on the plain cores."""
        flops = 2 * TOKENS * rows_in * rows_out
        self.kernel('aten::mm', FP32_GEMM[layout], flops / FP32_FLOPS + 8e-6, 256)

    def pointwise(self, op, name, moved_bytes):
        self.kernel(op, name, moved_bytes / BYTES_PER_S, 16384)

    def lora_linear(self, rows_in, rows_out):
        self.gemm(rows_in, rows_out)
        self.pointwise('aten::_to_copy', CAST, TOKENS * rows_in * 6)
        self.small_gemm(rows_in, RANK, 'tn')
        self.small_gemm(RANK, rows_out, 'tn')
        self.pointwise('aten::add', ADD, TOKENS * rows_out * 8)

    def lora_linear_backward(self, rows_in, rows_out):
        self.gemm(rows_out, rows_in, 'nn')
        self.small_gemm(rows_out, RANK, 'nn')
        self.small_gemm(RANK, rows_out, 'nt')
        self.small_gemm(RANK, rows_in, 'nn')
        self.small_gemm(rows_in, RANK, 'nt')
        self.pointwise('aten::add', ADD, TOKENS * rows_in * 8)

    def attention_flops(self):
        return 4 * TOKENS * TOKENS * HIDDEN / 2  # causal

    def layer_forward(self):
        self.triton('_rms_norm_forward_kernel', TOKENS * HIDDEN * 4)
        self.lora_linear(HIDDEN, HIDDEN)
        self.gemm(HIDDEN, KV)
        self.lora_linear(HIDDEN, KV)
        self.triton('_triton_rope', TOKENS * (HIDDEN + KV) * 4)
        self.kernel('flash_attn::_flash_attn_forward', FLASH_FWD,
                    self.attention_flops() / ATTENTION_FLOPS, 1024)
        self.gemm(HIDDEN, HIDDEN)
        self.pointwise('aten::add', ADD, TOKENS * HIDDEN * 6)
        self.triton('_rms_norm_forward_kernel', TOKENS * HIDDEN * 4)
        self.gemm(HIDDEN, MLP)
        self.gemm(HIDDEN, MLP)
        self.triton('_swiglu_forward_kernel', TOKENS * MLP * 6)
        self.gemm(MLP, HIDDEN)
        self.pointwise('aten::add', ADD, TOKENS * HIDDEN * 6)

    def layer_backward(self):
        self.gemm(HIDDEN, MLP, 'nn')
        self.triton('_swiglu_backward_kernel', TOKENS * MLP * 10)
        self.gemm(MLP, HIDDEN, 'nn')
        self.gemm(MLP, HIDDEN, 'nn')
        self.pointwise('aten::add', ADD, TOKENS * HIDDEN * 6)
        self.triton('_rms_norm_backward_kernel', TOKENS * HIDDEN * 8)
        self.gemm(HIDDEN, HIDDEN, 'nn')
        flops = self.attention_flops()
        self.kernel('flash_attn::_flash_attn_backward', FLASH_DOT, 4.1e-5, 2048)
        self.kernel('flash_attn::_flash_attn_backward', FLASH_BWD, 2.5 * flops / ATTENTION_FLOPS, 1024)
        self.kernel('flash_attn::_flash_attn_backward', FLASH_DQ, 6.4e-5, 2048)
        self.triton('_triton_rope', TOKENS * (HIDDEN + KV) * 4)
        self.lora_linear_backward(HIDDEN, KV)
        self.gemm(KV, HIDDEN, 'nn')
        self.lora_linear_backward(HIDDEN, HIDDEN)
        self.pointwise('aten::add', ADD, TOKENS * HIDDEN * 6)
        self.triton('_rms_norm_backward_kernel', TOKENS * HIDDEN * 8)

    def fetch(self):
        begun = self.m.begin()
        self.m.now += self.m.vary(940e6, 0.03)
        self.m.end(begun, 'enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__',
                   'user_annotation')

    def copy_inputs(self):
        # input_ids, labels and position_ids; and a document mask in fp32 that flash-attn never reads.
        for size, seconds in ((32768, 9e-6), (32768, 9e-6), (32768, 9e-6),
                              (TOKENS * TOKENS * 4, 35.2e-3)):
            begun = self.m.begin()
            self.m.host(40)
            self.m.copy('Memcpy HtoD (Pageable -> Device)', size, seconds)
            self.m.end(begun, 'aten::to')

    def forward(self):
        self.m.host(26_000)  # accelerate's hooks, autocast, the first modules
        self.pointwise('aten::embedding', EMBEDDING, TOKENS * HIDDEN * 4)
        for _ in range(LAYERS):
            self.layer_forward()
        self.triton('_rms_norm_forward_kernel', TOKENS * HIDDEN * 4)
        self.gemm(HIDDEN, VOCAB)
        self.triton('liger_cross_entropy_kernel', TOKENS * VOCAB * 8)

    def backward(self):
        self.m.host(300)
        self.m.tid = AUTOGRAD_TID
        self.gemm(VOCAB, HIDDEN, 'nn')
        self.triton('_rms_norm_backward_kernel', TOKENS * HIDDEN * 8)
        for _ in range(LAYERS):
            self.layer_backward()
        self.m.tid = PID

    def check_loss(self):
        """The Trainer's filter of NaN losses: reads a flag, and so waits for the device."""
        self.m.host(80)
        self.kernel('aten::ne', NOT_EQUAL, 2e-6, 1)
        self.kernel('aten::any', REDUCE, 3e-6, 1)
        begun = self.m.begin()
        self.m.host(12)
        self.m.copy('Memcpy DtoH (Device -> Pageable)', 1, 1.4e-6)
        self.m.end(begun, 'aten::is_nonzero')

    def optimize(self):
        self.m.host(9_000)  # accelerate: gathers the gradients of 128 tensors
        for _ in range(4):
            self.kernel('aten::_foreach_norm', NORM, 22e-6)
        for _ in range(4):
            self.kernel('aten::_foreach_mul_', CLIP, 31e-6)
        self.m.host(3_000)
        begun = self.m.begin()
        self.m.host(7_000)
        for _ in range(4):
            self.kernel('aten::_fused_adamw_', ADAM, 160e-6)
        self.m.host(1_000)
        self.m.end(begun, 'Optimizer.step#AdamW.step', 'user_annotation')
        begun = self.m.begin()
        self.m.host(2_000)
        self.m.end(begun, 'Optimizer.zero_grad#AdamW.zero_grad', 'user_annotation')
        self.m.host(45_000)  # the scheduler, callbacks, the progress bar, the JSON of the state

    def step(self, number):
        begun = self.m.begin()
        self.fetch()
        self.m.host(700)
        self.copy_inputs()
        self.forward()
        self.backward()
        self.check_loss()
        self.optimize()
        self.m.end(begun, f'ProfilerStep#{number}', 'user_annotation')
        self.m.host(60)


HEAD = f'''{{
  "schemaVersion": 1,
  "deviceProperties": [
    {{
      "id": 0, "name": "NVIDIA A100-SXM4-80GB", "totalGlobalMem": 84986691584,
      "computeMajor": 8, "computeMinor": 0,
      "maxThreadsPerBlock": 1024, "maxThreadsPerMultiprocessor": 2048,
      "regsPerBlock": 65536, "warpSize": 32,
      "sharedMemPerBlock": 49152, "numSms": 108
    , "regsPerMultiprocessor": 65536, "sharedMemPerBlockOptin": 166912, "sharedMemPerMultiprocessor": 167936
    }}
  ],
  "cupti_version": 24,
  "cuda_runtime_version": 12040,
  "cuda_driver_version": 12040,
  "record_shapes": 1,
  "trace_id": "3D1F6A6CE0A14F0B9B7A4F0C6E2D8B15",
  "displayTimeUnit": "ms",
  "baseTimeNanoseconds": {BASE_NS},
  "traceEvents": [
'''


def metadata():
    rows = [('process_name', PID, 0, '"name": "python"'), ('process_labels', PID, 0, '"labels": "CPU"'),
            ('process_name', 0, 0, '"name": "python"'), ('process_labels', 0, 0, '"labels": "GPU 0"'),
            ('thread_name', PID, PID, f'"name": "thread {PID} (python)"'),
            ('thread_name', PID, AUTOGRAD_TID, f'"name": "thread {AUTOGRAD_TID} (pt_autograd_0)"'),
            ('thread_name', 0, STREAM, f'"name": "stream {STREAM} "')]
    return [f'  {{\n    "name": "{name}", "ph": "M", "ts": {us(START_NS)}, "pid": {pid}, "tid": {tid},\n'
            f'    "args": {{\n      {args}\n    }}\n  }}' for name, pid, tid, args in rows]


def make_trace(seed=8):
    machine = Machine(seed)
    training = Training(machine)
    for number in range(FIRST_STEP, LAST_STEP + 1):
        training.step(number)
    ops = [text for _, text in sorted(machine.ops, key=lambda op: op[0])]
    end = (f'  {{\n    "name": "Record Window End", "ph": "i", "s": "g",\n'
           f'    "pid": "", "tid": "", "ts": {us(machine.now)}\n  }}')
    body = ',\n'.join(ops + machine.work + metadata() + [end])
    return HEAD + body + '\n  ],\n  "traceName": "trace/rank0.pt.trace.json"\n}\n'


def main():
    here = Path(__file__).resolve().parent
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--output', type=Path, default=here / 'trace.json.gz')
    output = parser.parse_args().output
    with open(output, 'wb') as raw, gzip.GzipFile('', 'wb', 9, raw, mtime=0) as packed:
        packed.write(make_trace().encode())


if __name__ == '__main__':
    main()
