"""Cards: found by outline, told apart by what differs between them, named only when sure."""
