/** What is wrong with a file that was to be opened. */
export type FileFault =
  /** None of the forms that are known. */
  | 'unknown'
  | 'broken'
  /** A cipher or a hash that is not read here. */
  | 'unsupported'
  /** Opening it would keep the browser busy for minutes: most likely made for that. */
  | 'too-costly'
  | 'wrong-password'

/** Thrown within the readers of this folder, and caught where a file is opened: it says what to tell the operator. */
export class UnreadableFile extends Error {
  readonly fault: FileFault

  constructor(fault: FileFault) {
    super(fault)
    this.fault = fault
  }
}

/** Rounds of hashing that one attempt may cost: some seconds. Java takes 10,000 for a store, cautious people a million. */
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
