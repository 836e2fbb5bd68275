// breaks: timed-tests
import { longestTask } from './long-tasks.ts'

test('a page is quick', async ({ page }) => {
  expect(await longestTask(page)).toBeLessThan(200)
})
