// breaks: defused-tables
export const saveRows = (saveFile: (...given: string[]) => void, text: string) => saveFile('rows.csv', text)
