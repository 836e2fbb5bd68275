// breaks: honest-tests
import { expect, test } from 'vitest'

test('same', () => expect({}).toMatchSnapshot())
