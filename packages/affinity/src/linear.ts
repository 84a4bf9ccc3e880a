/** Small dense linear algebra for the nightly fits: matrices with tens of rows. */

/** Solves A x = y for a symmetric positive definite A by Cholesky's method. @throws RangeError if A is not positive definite */
export function solveSymmetric(matrix: readonly (readonly number[])[], y: readonly number[]): number[] {
  const n = y.length;
  const lower: number[][] = [];
  for (let i = 0; i < n; i++) {
    const row: number[] = [];
    for (let j = 0; j <= i; j++) {
      let sum = cell(matrix[i], j);
      for (let k = 0; k < j; k++) sum -= cell(row, k) * cell(lower[j] ?? row, k);
      if (i === j && !(sum > 0)) throw new RangeError('matrix is not positive definite');
      row.push(i === j ? Math.sqrt(sum) : sum / cell(lower[j], j));
    }
    lower.push(row);
  }
  const forward: number[] = [];
  for (let i = 0; i < n; i++) {
    let sum = cell(y, i);
    for (let k = 0; k < i; k++) sum -= cell(lower[i], k) * cell(forward, k);
    forward.push(sum / cell(lower[i], i));
  }
  const x = new Array<number>(n).fill(0);
  for (let i = n - 1; i >= 0; i--) {
    let sum = cell(forward, i);
    for (let k = i + 1; k < n; k++) sum -= cell(lower[k], i) * cell(x, k);
    x[i] = sum / cell(lower[i], i);
  }
  return x;
}

export function dot(a: readonly number[], b: readonly number[]): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += cell(a, k) * cell(b, k);
  return sum;
}

function cell(row: readonly number[] | undefined, k: number): number {
  return row?.[k] ?? 0;
}
