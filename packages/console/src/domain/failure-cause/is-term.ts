/** A term of Erlang, as a broker says why something is down. A sentence says for itself what is wrong. */
export const isTerm = (text: string): boolean => /[{}<>]/.test(text)
