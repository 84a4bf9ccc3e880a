import path from 'node:path';

/** Whether a path is the folder itself or in it. Links are not followed. */
export function isInside(folder: string, file: string): boolean {
  const way = path.relative(folder, file);
  return way.split(path.sep)[0] !== '..' && !path.isAbsolute(way);
}
