// SPDX-License-Identifier: Apache-2.0
#include "model/kernel_table.h"

#include <gtest/gtest.h>

#include <array>

namespace underfed {
namespace {

struct Example {
  std::string_view name;
  Precision precision;
};

#define UF_KERNEL(pattern, family, types, origin, example, precision) \
  Example{example, Precision::precision},
#define UF_ATTENTION(pattern, kind, types, origin, example, precision) \
  Example{example, Precision::precision},

constexpr std::array kExamples{
#include "model/kernel_table.inc"
#include "model/kernel_table_general.inc"
};

#undef UF_KERNEL
#undef UF_ATTENTION

// No row is hidden by one above it, and each reads its types as it says.
TEST(KernelTable, EveryRowDecidesAboutItsOwnExample) {
  const auto rows = kernel_rows();
  ASSERT_EQ(rows.size(), kExamples.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string_view name = kExamples[i].name;
    const KernelRow* const row = kernel_row(name);
    ASSERT_NE(row, nullptr) << name;
    EXPECT_EQ(row->pattern, rows[i].pattern) << name;
    EXPECT_EQ(to_text(classify_kernel(name).precision), to_text(kExamples[i].precision)) << name;
    EXPECT_FALSE(is_collective(name)) << name;
  }
}

TEST(KernelTable, MatrixWorkAlwaysHasAWayToReadItsTypesAndNothingElseHas) {
  for (const KernelRow& row : kernel_rows()) {
    if (row.family == KernelFamily::attention) continue;
    EXPECT_EQ(is_matrix_work(row.family), row.types != TypeNaming::none) << row.pattern;
  }
}

TEST(KernelTable, ArgumentsAreNoPartOfTheName) {
  EXPECT_EQ(without_arguments("void f<g(int), 2>(fbgemm_gpu::Tensor)"), "void f<g(int), 2>");
  EXPECT_EQ(without_arguments("void a::(anonymous namespace)::f(int)"),
            "void a::(anonymous namespace)::f");
  EXPECT_EQ(without_arguments("Memcpy HtoD (Pageable -> Device)"),
            "Memcpy HtoD (Pageable -> Device)");
  EXPECT_EQ(without_arguments("(anonymous namespace)::f(int)"), "(anonymous namespace)::f");
  EXPECT_EQ(without_arguments("ampere_sgemm_128x64_tn"), "ampere_sgemm_128x64_tn");
  EXPECT_EQ(without_arguments(""), "");
}

TEST(KernelTable, TypesInArgumentsAreNotReadAsTheKernels) {
  const KernelClass kernel = classify_kernel(
      "void some_new_kernel<float>(fbgemm_gpu::Accessor<c10::Half>, "
      "cutlass::half_t*)");
  EXPECT_EQ(kernel.family, KernelFamily::other);
  EXPECT_EQ(kernel.precision, Precision::none);
}

}  // namespace
}  // namespace underfed
