/** Returns JSON of almost `size` bytes with many small values, which cost the most to read for their size. */
export function largeDocument(size: number): string {
  const rows: string[] = []
  let length = 2
  for (let at = 0; ; at += 1) {
    const row = `{"id":"sensor-${at}","t":${(at % 90) - 20}.5,"ok":[true,null,${at % 7}],"at":{"lat":52.${at},"name":"Hütte \\"${at % 50}\\""}}`
    length += Buffer.byteLength(row) + 1
    if (length > size) return `[${rows.join(',')}]`
    rows.push(row)
  }
}
