/** One line of the table: the check, its required value and its measured value. */
export type Check = { check: string; mustBe: string; figure: string; holds: boolean };

export function atLeast(check: string, bound: number, figure: number, beside?: string): Check {
  return { check, mustBe: `>= ${bound}`, figure: formatFigure(figure, beside), holds: figure >= bound };
}

export function atMost(check: string, bound: number, figure: number, beside?: string): Check {
  return { check, mustBe: `<= ${bound}`, figure: formatFigure(figure, beside), holds: figure <= bound };
}

function formatFigure(figure: number, beside?: string): string {
  return figure.toFixed(3) + (beside === undefined ? '' : ` (${beside})`);
}
