/** What a whole form is told, under its fields. */
export function FormError({ children }: { children?: string | null | undefined }) {
  return (
    <p role="alert" className="text-sm font-medium text-negative empty:hidden">
      {children}
    </p>
  );
}
