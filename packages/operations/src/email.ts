/** Whether what an operator typed can be an e-mail address; only a message proves that it is. */

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,189}$/;

export const isEmail = (text: string): boolean => EMAIL.test(text);
