/** For lists that load page by page. */
export const nextPage = (last: { page_no: number; total_pages: number }) =>
  last.page_no + 1 < last.total_pages ? last.page_no + 1 : undefined;
