/** Whether two values of JSON or of a form's state say the same; the order of keys does not matter. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (one instanceof Blob || other instanceof Blob || Array.isArray(one) !== Array.isArray(other))
    return false
  return sameEntries(one, other)
}

/** A key that holds nothing is no key, as in JSON. Nothing is put aside to compare: what is compared may be long. */
function sameEntries(one: object, other: object): boolean {
  let count = 0
  for (const [key, value] of Object.entries(one)) {
    if (value === undefined) continue
    count += 1
    if (!Object.hasOwn(other, key) || !sameValue(value, Reflect.get(other, key))) return false
  }
  return Object.values(other).filter((value) => value !== undefined).length === count
}
