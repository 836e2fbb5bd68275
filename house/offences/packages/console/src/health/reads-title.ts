// breaks: pages-free
export const readsTitle = () => document.title
