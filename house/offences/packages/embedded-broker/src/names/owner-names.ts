// breaks: layers, function-names, function-names, function-names, function-names, squeezed-literals, squeezed-literals
export const ownerOf = () => 1

interface Parts {
  readonly count: number
}

export const parts: Parts = { ...{ count: 1 } }

export const list = [...[1, 2], 3]

export class Owner {
  #kept(): number {
    return 1
  }

  count(): number {
    return this.#kept()
  }
}

export function changedOwner(): number {
  return ownerOf()
}
