/** What the page Why can be asked: who wants to do what. */
export interface WhyQuestion {
  readonly clientid: string
  /** The facts of the session, or those that are typed. */
  readonly as: 'session' | 'typed'
  readonly username: string
  readonly peerhost: string
  readonly listener: string
  /** Whether a password is brought, never which. */
  readonly password: boolean
  /** SCRAM or Kerberos (MQTT 5 §4.12) in place of a password. */
  readonly isEnhanced: boolean
  /** In the client's certificate; the broker shows it of nobody. */
  readonly certCommonName: string
  readonly wish: 'connect' | 'publish' | 'subscribe'
  readonly topic: string
  /** The topic is written as the broker keeps it, with the mountpoint of the session. */
  readonly isMounted: boolean
  readonly qos: 0 | 1 | 2
  readonly retain: boolean
}

export const usualListener = 'tcp:default'

/** As a link to the page says it; what is usual, and what the question does not need, is left out. */
export function whySearch({ wish = 'publish', as = 'session', ...given }: Partial<WhyQuestion>) {
  const isTyped = as === 'typed'
  const isDeed = wish !== 'connect'
  const text = (value: string | undefined, isMeant: boolean) => (isMeant && value !== '' ? value : undefined)
  const flag = (value: boolean | undefined, isMeant: boolean) =>
    isMeant && value === true ? ('1' as const) : undefined
  const { qos = 0, listener = usualListener } = given
  return {
    clientid: text(given.clientid, true),
    as: isTyped ? as : undefined,
    username: text(given.username, isTyped),
    peerhost: text(given.peerhost, isTyped),
    listener: text(listener, isTyped && listener !== usualListener),
    cn: text(given.certCommonName, true),
    password: flag(given.password, !isDeed),
    enhanced: flag(given.isEnhanced, !isDeed),
    wish: wish === 'publish' ? undefined : wish,
    topic: text(given.topic, isDeed),
    mounted: flag(given.isMounted, isDeed),
    qos: qos === 0 || !isDeed ? undefined : (`${qos}` as const),
    retain: flag(given.retain, wish === 'publish'),
  }
}
