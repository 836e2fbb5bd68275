// breaks: layers, function-names
export class Owner {}
export const findOwner = () => new Owner()
