// breaks: words
export const said = { title: 'Beta' }
