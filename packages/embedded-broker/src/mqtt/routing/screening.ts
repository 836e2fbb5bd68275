/** What becomes of a message before anybody gets it. */
export interface Screened<Message> {
  /** As it goes on; undefined where it goes nowhere. */
  readonly message: Message | undefined
  /** Whoever published it is sent away. */
  readonly disconnects: boolean
  /** Names of those that it failed, whether it went on or not. */
  readonly failed: readonly string[]
}

/** Undefined: nothing concerns this message. */
export type Screen<Message> = (message: Message, node: string) => Screened<Message> | undefined

export const screenKinds = ['validation', 'transformation'] as const
export type ScreenKind = (typeof screenKinds)[number]

/** Undefined where there is nothing to screen with: then nobody is asked. */
export type Screens<Message> = Record<ScreenKind, Screen<Message> | undefined>

export interface ScreenedCluster<Message> {
  readonly screens: Readonly<Screens<Message>>
  setScreen(kind: ScreenKind, screen: Screen<Message> | undefined): void
}

export interface ScreenEvents<Message> {
  /** A message, as it came to the validation or transformation of that name, has not passed it. */
  unscreened: {
    readonly message: Message
    readonly node: string
    readonly kind: ScreenKind
    readonly name: string
  }
}
