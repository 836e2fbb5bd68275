import { startConsole } from '#app/start-console.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root element')
startConsole(root)
