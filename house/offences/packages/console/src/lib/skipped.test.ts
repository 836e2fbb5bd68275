// breaks: honest-tests, honest-tests, honest-tests
import { test } from 'vitest'

test.skip('later', () => {})

test('today', (context) => context.skip())

test.runIf(process.platform === 'linux')('where there is what it needs, without saying what', () => {})
