import { isGone } from './is-gone.ts'

/** Undefined where what is asked for is not there. */
export async function unlessGone<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await asked
  } catch (error) {
    if (isGone(error)) return undefined
    throw error
  }
}
