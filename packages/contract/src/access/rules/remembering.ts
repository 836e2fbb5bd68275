const mostRemembered = 10_000

/** Rules and clients bring the same few again and again. */
export function remembering<Value>(parse: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const value = parse(text)
    if (known.size >= mostRemembered) known.clear()
    known.set(text, value)
    return value
  }
}
