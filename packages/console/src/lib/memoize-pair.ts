/**
 * A pure function of two things that do not change, called once for each pair: a list is not gone through again because
 * something beside it is another one. What nobody else holds is forgotten.
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
