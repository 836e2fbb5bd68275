export interface ListView<By extends string = never> {
  readonly sort?: By
}

export function search<Search>(): Search | undefined {
  return undefined
}
