// breaks: colours
export const painted = '#3c62db'
