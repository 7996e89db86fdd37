/** Whether everything that is proven anywhere runs (`make test-all`), or what every change has to pass (`make test`). */
export const everything = process.env.AJO_TEST_ALL === '1';
