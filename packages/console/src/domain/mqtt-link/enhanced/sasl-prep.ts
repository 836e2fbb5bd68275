/** RFC 3454 B.1: characters that are mapped to nothing. */
const nothing = /[\u00ad\u1806\u200b-\u200d\u2060\ufeff]|\u034f|[\u180b-\u180d\ufe00-\ufe0f]/gu
/** C.1.2: spaces other than the ASCII space. */
const spaces = /\p{Zs}/gu
/** C.2 to C.9: control and private characters, single surrogates, characters that change the direction, tags. */
const prohibited =
  /[\p{Cc}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\u06dd\u070f\u180e\u200e\u200f\u202a-\u202e\u2061-\u2063\u206a-\u206f\u2ff0-\u2ffb\ufff9-\ufffd\u{1d173}-\u{1d17a}\u{e0001}\u{e0020}-\u{e007f}]/u

/**
 * Applies SASLprep (RFC 4013), which gives texts that look alike the same spelling. Returns undefined for a
 * prohibited character; bidirectional text is not checked (RFC 3454 §6).
 */
export function saslPrep(text: string): string | undefined {
  const mapped = text.replace(spaces, ' ').replace(nothing, '').normalize('NFKC')
  return prohibited.test(mapped) ? undefined : mapped
}
