/** Whether two values of JSON or of a form's state say the same; the order of keys does not matter. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (one instanceof Blob || other instanceof Blob || Array.isArray(one) !== Array.isArray(other))
    return false
  const [left, right] = [entries(one), entries(other)]
  return (
    left.size === right.size &&
    [...left].every(([key, value]) => right.has(key) && sameValue(value, right.get(key)))
  )
}

/** A key that holds nothing is no key, as in JSON. */
function entries(value: object): Map<string, unknown> {
  return new Map(Object.entries(value).filter(([, held]) => held !== undefined))
}
