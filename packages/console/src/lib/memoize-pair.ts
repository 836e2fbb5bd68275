/**
 * Memoizes a pure function of two immutable objects by the pair: a list is not processed again because an object
 * beside it has changed. Results are dropped once their objects are garbage collected.
 */
export function memoizePair<One extends object, Other extends object, Result>(
  make: (one: One, other: Other) => Result,
): (one: One, other: Other) => Result {
  const known = new WeakMap<One, WeakMap<Other, { readonly result: Result }>>()
  return (one, other) => {
    const ofOne = known.get(one) ?? new WeakMap<Other, { readonly result: Result }>()
    known.set(one, ofOne)
    const made = ofOne.get(other) ?? { result: make(one, other) }
    ofOne.set(other, made)
    return made.result
  }
}
