// breaks: function-names, function-names, function-names
export const ownerOf = () => 1

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
