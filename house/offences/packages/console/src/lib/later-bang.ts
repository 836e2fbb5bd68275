// breaks: type-escapes
export class LaterBang {
  value!: string
}
