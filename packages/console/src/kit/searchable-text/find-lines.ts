/** Indexes of the lines that hold the words, whatever their case; none for no words. */
export function findLines(lines: readonly string[], words: string): readonly number[] {
  const wanted = words.trim().toLowerCase()
  if (wanted === '') return []
  return lines.flatMap((line, at) => (line.toLowerCase().includes(wanted) ? [at] : []))
}
