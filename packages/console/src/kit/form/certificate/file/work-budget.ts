/** The reason why a file could not be opened. */
export type FileFault =
  /** The file has none of the known forms. */
  | 'unknown'
  | 'broken'
  /** The file uses a cipher or a hash that is not supported here. */
  | 'unsupported'
  /** The file is encrypted with RC2 or triple DES. */
  | 'old-cipher'
  /** Opening the file would keep the browser busy for minutes: most likely it was made for that purpose. */
  | 'too-costly'
  | 'wrong-password'

/**
 * Thrown by the readers of this folder and caught where a file is opened; its `fault` tells what to report to the
 * operator.
 */
export class UnreadableFile extends Error {
  readonly fault: FileFault

  constructor(fault: FileFault) {
    super(fault)
    this.fault = fault
  }
}

/**
 * The hashing rounds that one attempt may cost: some seconds. Java uses 10,000 for a store, cautious users a million.
 */
const MOST_ROUNDS = 5_000_000

export type SpendRounds = (rounds: number) => void

export function newWorkBudget(): SpendRounds {
  let left = MOST_ROUNDS
  return (rounds) => {
    if (!Number.isSafeInteger(rounds) || rounds < 1) throw new UnreadableFile('broken')
    left -= rounds
    if (left < 0) throw new UnreadableFile('too-costly')
  }
}
