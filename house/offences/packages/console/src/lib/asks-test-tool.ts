// breaks: package-walls
import { render } from '@testing-library/react'

export const asksTestTool = render
