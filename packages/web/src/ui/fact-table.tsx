// biome-ignore-all lint/a11y/noRedundantRoles: a table that is laid out as blocks has no roles of its own
import type { ReactNode } from 'react';

interface FactTableProps {
  columns: readonly string[];
  /** As many cells as columns; the first names the row and is unique. */
  rows: readonly (readonly string[])[];
  /** How the first cell of a row is shown. */
  renderName?: (name: string) => ReactNode;
}

/** A table of short texts in an article. On a phone each row is a block, with its column's name before a cell. */
export function FactTable({ columns, rows, renderName = (name) => name }: FactTableProps) {
  return (
    <table role="table" className="fact-table">
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th key={column} scope="col" role="columnheader">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map(([name = '', ...cells]) => (
          <tr key={name} role="row">
            <td role="cell">{renderName(name)}</td>
            {cells.map((cell, n) => (
              <td key={columns[n + 1]} role="cell" data-column={columns[n + 1]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
