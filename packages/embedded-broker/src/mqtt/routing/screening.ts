/** The result of screening a message before its delivery. */
export interface Screened<Message> {
  /** The message as it continues; undefined if it is dropped. */
  readonly message: Message | undefined
  /** True if the publisher is to be disconnected. */
  readonly disconnects: boolean
  /** The names of the validations or transformations that failed, whether the message continued or not. */
  readonly failed: readonly string[]
}

/** Screens a message; returns undefined if no validation or transformation applies to it. */
export type Screen<Message> = (message: Message, node: string) => Screened<Message> | undefined

export const screenKinds = ['validation', 'transformation'] as const
export type ScreenKind = (typeof screenKinds)[number]

/** The screens by kind; undefined if there are no validations or no transformations. */
export type Screens<Message> = Record<ScreenKind, Screen<Message> | undefined>

export interface ScreenedCluster<Message> {
  readonly screens: Readonly<Screens<Message>>
  setScreen(kind: ScreenKind, screen: Screen<Message> | undefined): void
}

export interface ScreenEvents<Message> {
  /** A message failed the validation or transformation `name`; `message` is the message before it. */
  unscreened: {
    readonly message: Message
    readonly node: string
    readonly kind: ScreenKind
    readonly name: string
  }
}
