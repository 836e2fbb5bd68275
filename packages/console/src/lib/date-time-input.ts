const pad = (value: number) => String(value).padStart(2, '0')

/** Converts RFC 3339 to the value of `<input type="datetime-local">`, in the time zone of the page. */
export function toDateTimeInput(instant: string | undefined, isUtc: boolean): string {
  const date = new Date(instant ?? Number.NaN)
  if (Number.isNaN(date.getTime())) return ''
  if (isUtc) return date.toISOString().slice(0, 19)
  const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`
}

/** Converts the value of the input to RFC 3339; undefined for an incomplete date. */
export function fromDateTimeInput(value: string, isUtc: boolean): string | undefined {
  const date = new Date(isUtc && value !== '' ? `${value}Z` : value)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().replace('.000Z', 'Z')
}
