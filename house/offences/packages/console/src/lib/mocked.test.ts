// breaks: honest-tests
import { vi } from 'vitest'

vi.mock('./hen.ts')
